import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { Link } from "react-router";
import type { OwnReview } from "#contract/reviews.ts";
import { formatDate } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { orderReviewQuery } from "./queries.ts";
import { ReplyForm } from "./reply-form.tsx";
import { type Reviewer, ReviewForm } from "./review-form.tsx";
import { ReviewWords } from "./review-words.tsx";

type RentalReviewsProps = { orderId: string; side: Reviewer };

/** What one side of a rental says of it, or the way to say it; and what the other side says, once it can be read. */
export function RentalReviews({ orderId, side }: RentalReviewsProps) {
  const { data } = useQuery(orderReviewQuery(orderId));
  const [isWriting, setWriting] = useState(false);
  if (!data || !(data.review || data.other || data.isOpen || data.earlier.length > 0)) return null;
  const { review, other, isOpen, isBlind, mayReply, earlier } = data;
  const until = data.until && formatDate(data.until, currentLanguage());
  return (
    <section className="stack no-print" aria-labelledby="trip-review">
      <h2 className="h3" id="trip-review">
        {review || isOpen ? m.reviews_own() : other ? otherTitle(side) : m.reviews_from_earlier_host()}
      </h2>
      {review && <OwnWords review={review} until={until} isAlone={side === "earlier_host"} />}
      {isOpen &&
        (isWriting ? (
          <ReviewForm orderId={orderId} side={side} isBlind={isBlind} onDone={() => setWriting(false)} />
        ) : (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="text-2xl/[1] tracking-widest text-bridge" aria-hidden>
              ☆☆☆☆☆
            </span>
            {side === "renter" ? (
              <Link className="btn btn-primary" to={`/trip-complete/${orderId}`}>
                {m.reviews_rate()}
              </Link>
            ) : (
              <button className="btn btn-primary" type="button" onClick={() => setWriting(true)}>
                {m.reviews_rate_renter()}
              </button>
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
      {earlier.map((one) => (
        <Fragment key={one.id}>
          {(review || isOpen || other) && <h3 className="h4">{m.reviews_from_earlier_host()}</h3>}
          <ReviewWords review={one} />
        </Fragment>
      ))}
    </section>
  );
}

const otherTitle = (side: Reviewer): string =>
  side === "renter" ? m.reviews_from_host() : m.reviews_from_renter();

type OwnWordsProps = { review: OwnReview; until: string | null; isAlone: boolean };

function OwnWords({ review, until, isAlone }: OwnWordsProps) {
  const blind = isAlone ? m.reviews_earlier_blind : m.reviews_blind;
  return (
    <>
      <ReviewWords review={review} />
      {!review.isPublished && until && <p className="small muted">{blind({ date: until })}</p>}
      {review.isHidden && (
        <Notice kind="warn">{m.reviews_is_hidden({ reason: review.hiddenReason ?? "" })}</Notice>
      )}
    </>
  );
}
