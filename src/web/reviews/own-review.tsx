import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatDate } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { orderReviewQuery } from "./queries.ts";
import { ReviewWords } from "./review-words.tsx";

/** One's own review on the trip's page, or the way to write it. */
export function OwnReview({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderReviewQuery(orderId));
  if (!data || !(data.review || data.isOpen)) return null;
  return (
    <section className="stack no-print" aria-labelledby="trip-review">
      <h2 className="h3" id="trip-review">
        {m.reviews_own()}
      </h2>
      {data.review && <ReviewWords review={data.review} />}
      {data.review?.isHidden && (
        <Notice kind="warn">{m.reviews_is_hidden({ reason: data.review.hiddenReason ?? "" })}</Notice>
      )}
      {data.isOpen && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="text-2xl/[1] tracking-widest text-bridge" aria-hidden>
            ☆☆☆☆☆
          </span>
          <Link className="btn btn-primary" to={`/trip-complete/${orderId}`}>
            {m.reviews_rate()}
          </Link>
          {data.until && (
            <span className="small muted">
              {m.reviews_until({ date: formatDate(data.until, currentLanguage()) })}
            </span>
          )}
        </p>
      )}
    </section>
  );
}
