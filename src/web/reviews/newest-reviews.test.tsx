import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { NewestReviews } from "./newest-reviews.tsx";

const id = crypto.randomUUID();
const review = {
  id,
  rating: 4,
  comment: "Clean <b>and</b> on time.",
  language: "en" as const,
  author: "",
  createdAt: "2026-11-01T10:00:00.000Z",
  reply: null,
  car: { id, name: "Honda Civic LX", year: 2024 },
};

it("a review is quoted with stars and a link, and a deleted account is named a renter", () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <NewestReviews reviews={[review]} />
    </MemoryRouter>,
  );
  expect(html).toContain("Clean &lt;b&gt;and&lt;/b&gt; on time.");
  expect(html).toContain('lang="en"');
  expect(html).toContain('aria-label="4 out of 5 stars"');
  expect(html).toContain(`href="/cars/${id}#reviews"`);
  expect(html).toContain("A renter");
});
