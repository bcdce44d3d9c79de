import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { CarReviews } from "./car-reviews.tsx";
import { reviewCountOf } from "./reviews-shown.ts";

const reviewsOf = (length: number) =>
  Array.from({ length }, (_, index) => ({
    id: `review ${index}`,
    rating: 5,
    comment: "Quiet and clean.",
    language: "en" as const,
    author: "Mei",
    createdAt: "2026-11-02T18:00:00.000Z",
    reply: null,
  }));
const drawn = (shown: number, count: number, search = "") =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/cars/9${search}`]}>
      <CarReviews found={{ mean: 5, count, reviews: reviewsOf(shown) }} />
    </MemoryRouter>,
  );

it("a car's reviews have a link to more of them that keeps the chosen dates", () => {
  const dates = "pickupDate=2026-12-10&returnDate=2027-01-20";
  expect(drawn(5, 40, `?${dates}`)).toContain(`?${dates.replaceAll("&", "&amp;")}&amp;reviews=25`);
  expect(drawn(25, 40, `?reviews=25`)).toContain("?reviews=100");
  expect(drawn(5, 5)).not.toContain("reviews=");
  expect(drawn(100, 101)).toContain("Only the newest reviews are shown, 100 in all.");
});

it("the number of reviews in the address must be one of the offered numbers", () => {
  const asked = (search: string) => reviewCountOf(new URLSearchParams(search));
  expect([asked(""), asked("reviews=25"), asked("reviews=100"), asked("reviews=1e9")]).toEqual([
    5, 25, 100, 5,
  ]);
});
