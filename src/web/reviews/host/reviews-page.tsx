import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { HostReviews } from "#contract/host/reviews.ts";
import { reviewDays } from "#domain/reviews/reviews.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { hostReviewsQuery } from "#web/reviews/queries.ts";
import { ReplyForm } from "#web/reviews/reply-form.tsx";
import { ReviewWords } from "#web/reviews/review-words.tsx";
import { showDate } from "#web/ui/format/show-date.ts";

export const meta = () => pageMeta({ title: m.host_nav_reviews() });

/** Renters' reviews of a host's cars, and the renters that the host may still review. */
export default function HostReviewsPage() {
  const list = useInfiniteQuery(hostReviewsQuery);
  const first = list.data?.pages[0]?.items;
  const reviews = list.data?.pages.flatMap(({ items }) => items.reviews) ?? [];
  return (
    <>
      <header className="me-head">
        <h1 className="h2">{m.host_nav_reviews()}</h1>
        {first?.mean != null && (
          <p className="num">
            <b>{m.reviews_mean({ mean: String(first.mean) })}</b>{" "}
            <span className="muted">
              {first.count === 1
                ? m.reviews_count_one()
                : m.reviews_count({ count: showNumber(first.count) })}
            </span>
          </p>
        )}
      </header>
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {first && first.toWrite.length > 0 && <ToWrite rentals={first.toWrite} />}
      {list.isSuccess && reviews.length === 0 && (
        <div className="empty">
          <p>{m.host_reviews_none({ days: reviewDays })}</p>
        </div>
      )}
      {reviews.length > 0 && (
        <section className="stack" aria-labelledby="host-reviews">
          <h2 className="h3" id="host-reviews">
            {m.reviews_from_renters()}
          </h2>
          <ul className="grid gap-6 max-w-160">
            {reviews.map((review) => (
              <li key={review.id} className="grid gap-2">
                <Link className="font-label" to={`/host/trips/${review.orderId}`}>
                  {shownCarName(review.car)}
                </Link>
                <ReviewWords review={review} />
                <ReplyForm review={review} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <MoreButton list={list} label={m.reviews_more()} />
    </>
  );
}

function ToWrite({ rentals }: { rentals: HostReviews["toWrite"] }) {
  return (
    <section className="stack" aria-labelledby="host-to-review">
      <h2 className="h3" id="host-to-review">
        {m.host_reviews_to_write()}
      </h2>
      <ul className="grid gap-3">
        {rentals.map(({ orderId, firstName, car, returnDate, until }) => (
          <li key={orderId} className="grid gap-0.5">
            <Link className="font-label" to={`/host/trips/${orderId}#review`}>
              {m.host_reviews_rental({
                name: firstName || m.host_request_someone(),
                car: shownCarName(car),
                date: showDate(returnDate),
              })}
            </Link>
            <span className="small muted">{m.reviews_until({ date: showDate(until) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
