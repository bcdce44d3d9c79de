import { expect, it } from "vitest";
import { hostData } from "./host-data.ts";

const origin = "https://cars.example";
const host = { firstName: "Wei", username: "wei_7", since: "2026-01-05T20:00:00Z" };
const cars = [{ id: "3f2c1a9e-0b5d-4f5e-9d0a-6f8d1c2b3a4e", name: "Toyota Camry" }];

it("a host's page is described as a page about a person, with links to the host's cars", () => {
  const [page, trail] = hostData({ host, cars }, origin);
  expect(page).toMatchObject({
    "@type": "ProfilePage",
    url: `${origin}/hosts/wei_7`,
    mainEntity: { "@type": "Person", name: "Wei", url: `${origin}/hosts/wei_7` },
    hasPart: [{ name: "Toyota Camry", url: `${origin}/cars/${cars[0]?.id}` }],
  });
  expect(trail).toMatchObject({ "@type": "BreadcrumbList" });
});

it("search engines get an average rating only if there are reviews", () => {
  const [unrated] = hostData({ host, cars }, origin);
  expect(unrated).not.toHaveProperty("aggregateRating");
  const [rated] = hostData({ host: { ...host, rating: { mean: 4.5, count: 2 } }, cars }, origin);
  expect(rated).toMatchObject({ aggregateRating: { ratingValue: 4.5, reviewCount: 2 } });
});
