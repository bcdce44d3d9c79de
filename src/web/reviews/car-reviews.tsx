import { Link, useSearchParams } from "react-router";
import type { listCarReviews } from "#contract/reviews.ts";
import type { Answer } from "#contract/endpoint.ts";
import { m } from "#web/paraglide/messages.js";
import { showNumber } from "#web/ui/format/show-number.ts";
import { reviewsShown } from "./reviews-shown.ts";
import { ReviewWords } from "./review-words.tsx";

/** Renters' reviews of a car; nothing while there are none. */
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
      {reviews.length < count && <MoreReviews shown={reviews.length} />}
    </section>
  );
}

/** A link rather than a button: it leads to the same page with more reviews, without script too. */
function MoreReviews({ shown }: { shown: number }) {
  const [search] = useSearchParams();
  const next = reviewsShown.find((count) => count > shown);
  if (!next) return <p className="small muted num">{m.reviews_newest_shown({ count: String(shown) })}</p>;
  return (
    <p>
      <Link
        className="btn btn-secondary btn-sm"
        to={`?${new URLSearchParams({ ...Object.fromEntries(search), reviews: String(next) })}`}
        preventScrollReset
        replace
      >
        {m.reviews_more()}
      </Link>
    </p>
  );
}
