import type { listCarReviews } from "#contract/reviews.ts";
import type { Answer } from "#contract/endpoint.ts";
import { m } from "#web/paraglide/messages.js";
import { showNumber } from "#web/ui/format/show-number.ts";
import { ReviewWords } from "./review-words.tsx";

/** What renters say of a car, from the first review on. */
export function CarReviews({ found: { mean, count, reviews } }: { found: Answer<typeof listCarReviews> }) {
  if (mean === null) return null;
  return (
    <section className="stack" aria-labelledby="reviews">
      <h2 className="h3" id="reviews">
        {m.reviews_title()}
      </h2>
      <p className="num">
        <b>{m.reviews_mean({ mean: String(mean) })}</b>{" "}
        <span className="muted">
          {count === 1 ? m.reviews_count_one() : m.reviews_count({ count: showNumber(count) })}
        </span>
      </p>
      <ul className="grid gap-5">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewWords review={review} />
          </li>
        ))}
      </ul>
    </section>
  );
}
