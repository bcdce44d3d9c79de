import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { EarlierReviews, OwnReview } from "#contract/reviews.ts";
import type { ReviewSide } from "#domain/reviews/reviews.ts";
import { m } from "#web/paraglide/messages.js";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { orderReviewQuery } from "./queries.ts";
import { ReplyForm } from "./reply-form.tsx";
import { ReviewForm } from "./review-form.tsx";
import { ReviewWords } from "./review-words.tsx";

type RentalReviewsProps = { orderId: string; side: ReviewSide };

/**
 * The review by one side of a rental, or the form for it; and the other side's review, once it can be read. A
 * renter sees the same for each earlier car of the rental.
 */
export function RentalReviews({ orderId, side }: RentalReviewsProps) {
  const { data } = useQuery(orderReviewQuery(orderId));
  if (!data) return null;
  const { earlier, ...rental } = data;
  const all: OfCarProps["reviews"][] =
    rental.review || rental.other || rental.isOpen ? [...earlier, rental] : earlier;
  return all.map((one) => <OfCar key={one.stretch ?? 0} orderId={orderId} side={side} reviews={one} />);
}

type OfCarProps = RentalReviewsProps & {
  /** Has the car's name if the reviews are about an earlier car. */
  reviews: Omit<EarlierReviews, "stretch" | "car"> & Partial<Pick<EarlierReviews, "stretch" | "car">>;
};

function OfCar({ orderId, side, reviews }: OfCarProps) {
  const { review, other, isOpen, isBlind, mayReply, stretch } = reviews;
  const [isWriting, setWriting] = useState(false);
  const until = reviews.until && showDate(reviews.until);
  const car = reviews.car === undefined ? undefined : shownCarName(reviews.car);
  const id = `trip-review${stretch ?? ""}`;
  return (
    <section className="stack no-print" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {review || isOpen ? ownTitle(car) : otherTitle(side, car)}
      </h2>
      {review && <OwnWords review={review} until={until} />}
      {isOpen &&
        (isWriting ? (
          <ReviewForm
            orderId={orderId}
            stretch={stretch}
            side={side}
            isBlind={isBlind}
            onDone={() => setWriting(false)}
          />
        ) : (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="text-2xl/[1] tracking-widest text-bridge" aria-hidden>
              ☆☆☆☆☆
            </span>
            {side === "renter" && car === undefined ? (
              <Link className="btn btn-primary" to={`/trip-complete/${orderId}`}>
                {m.reviews_rate()}
              </Link>
            ) : (
              <button className="btn btn-primary" type="button" onClick={() => setWriting(true)}>
                {car === undefined ? m.reviews_rate_renter() : m.reviews_rate_car({ car })}
              </button>
            )}
            {until && <span className="small muted">{m.reviews_until({ date: until })}</span>}
          </p>
        ))}
      {other && (
        <>
          {(review || isOpen) && <h3 className="h4">{otherTitle(side, car)}</h3>}
          <ReviewWords review={other} />
          {mayReply && <ReplyForm review={other} />}
        </>
      )}
    </section>
  );
}

const ownTitle = (car: string | undefined): string =>
  car === undefined ? m.reviews_own() : m.reviews_own_of_car({ car });

function otherTitle(side: ReviewSide, car: string | undefined): string {
  if (side === "host") return m.reviews_from_renter();
  return car === undefined ? m.reviews_from_host() : m.reviews_from_host_of_car({ car });
}

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
