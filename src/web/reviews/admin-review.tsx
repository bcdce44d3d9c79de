import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type EarlierReviews, hideReview, type OwnReview } from "#contract/reviews.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { FoldedText } from "#web/ui/form/folded-text.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { Notice } from "#web/ui/notice.tsx";
import { orderReviewQuery } from "./queries.ts";
import { ReplyForm } from "./reply-form.tsx";
import { ReviewWords } from "./review-words.tsx";

/** The published reviews of an order, by renter and host: to be answered, or hidden with a reason. */
export function AdminReview({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderReviewQuery(orderId));
  if (!data || !(data.review || data.other || data.earlier.length > 0)) return null;
  return (
    <section aria-labelledby="admin-order-review">
      <h3 id="admin-order-review">{m.reviews_admin_title()}</h3>
      <BothSides reviews={data} />
      {data.earlier.map((one) => (
        <div key={one.stretch} className="stack">
          <h4>{m.reviews_admin_earlier({ car: shownCarName(one.car) })}</h4>
          <BothSides reviews={one} />
        </div>
      ))}
    </section>
  );
}

type BothSidesProps = {
  reviews: Pick<EarlierReviews, "review" | "other" | "mayReply" | "mayHide">;
};

/** The reviews by renter and host of a rental with one car. */
function BothSides({ reviews: { review, other, mayReply, mayHide } }: BothSidesProps) {
  return (
    <>
      {review && (
        <div className="stack">
          {other && <h4>{m.reviews_from_renter()}</h4>}
          <ReviewWords review={review} />
          {mayReply && <ReplyForm key={review.id} review={review} />}
          {mayHide && <HideReview key={review.id} review={review} />}
        </div>
      )}
      {other && (
        <div className="stack">
          <h4>{m.reviews_from_host()}</h4>
          <ReviewWords review={other} />
          {mayHide && <HideReview key={other.id} review={other} />}
        </div>
      )}
    </>
  );
}

function HideReview({ review }: { review: OwnReview }) {
  const cache = useQueryClient();
  const hiding = useMutation({
    mutationFn: (reason: string) =>
      api(hideReview, { params: { id: review.id }, body: { isHidden: !review.isHidden, reason } }),
    onSettled: () => void makeStale(cache, "order"),
  });
  const words = review.isHidden ? m.reviews_admin_show() : m.reviews_admin_hide();
  return (
    <div className="stack">
      {review.isHidden && (
        <Notice kind="warn">{m.reviews_is_hidden({ reason: review.hiddenReason ?? "" })}</Notice>
      )}
      <FoldedText
        look="fold"
        title={words}
        label={m.reviews_admin_reason()}
        isSending={hiding.isPending}
        onSend={(reason, clear) => hiding.mutate(reason, { onSuccess: clear })}
      />
      <Failed error={hiding.error} />
    </div>
  );
}
