import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { OwnReview } from "#contract/reviews.ts";
import { formatDate } from "#domain/dates.ts";
import type { ReviewSide } from "#domain/reviews/reviews.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { orderReviewQuery } from "./queries.ts";
import { ReplyForm } from "./reply-form.tsx";
import { ReviewForm } from "./review-form.tsx";
import { ReviewWords } from "./review-words.tsx";

type RentalReviewsProps = { orderId: string; side: ReviewSide };

/** What one side of a rental says of it, or the way to say it; and what the other side says, once it can be read. */
export function RentalReviews({ orderId, side }: RentalReviewsProps) {
  const { data } = useQuery(orderReviewQuery(orderId));
  const [isWriting, setWriting] = useState(false);
  if (!data || !(data.review || data.other || data.isOpen)) return null;
  const { review, other, isOpen, isBlind, mayReply } = data;
  const until = data.until && formatDate(data.until, currentLanguage());
  return (
    <section className="stack no-print" aria-labelledby="trip-review">
      <h2 className="h3" id="trip-review">
        {review || isOpen ? m.reviews_own() : otherTitle(side)}
      </h2>
      {review && <OwnWords review={review} until={until} />}
      {isOpen &&
        (isWriting ? (
          <ReviewForm orderId={orderId} side={side} isBlind={isBlind} onDone={() => setWriting(false)} />
        ) : (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="text-2xl/[1] tracking-widest text-bridge" aria-hidden>
              ☆☆☆☆☆
            </span>
            {side === "host" ? (
              <button className="btn btn-primary" type="button" onClick={() => setWriting(true)}>
                {m.reviews_rate_renter()}
              </button>
            ) : (
              <Link className="btn btn-primary" to={`/trip-complete/${orderId}`}>
                {m.reviews_rate()}
              </Link>
            )}
            {until && <span className="small muted">{m.reviews_until({ date: until })}</span>}
          </p>
        ))}
      {other && (
        <>
          {(review || isOpen) && <h3 className="h4">{otherTitle(side)}</h3>}
          <ReviewWords review={other} />
          {mayReply && <ReplyForm orderId={orderId} review={other} />}
        </>
      )}
    </section>
  );
}

const otherTitle = (side: ReviewSide): string =>
  side === "renter" ? m.reviews_from_host() : m.reviews_from_renter();

function OwnWords({ review, until }: { review: OwnReview; until: string | null }) {
  return (
    <>
      <ReviewWords review={review} />
      {!review.isPublished && until && <p className="small muted">{m.reviews_blind({ date: until })}</p>}
      {review.isHidden && (
        <Notice kind="warn">{m.reviews_is_hidden({ reason: review.hiddenReason ?? "" })}</Notice>
      )}
    </>
  );
}
