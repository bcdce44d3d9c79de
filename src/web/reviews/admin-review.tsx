import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { hideReview, type OwnReview, replyToReview } from "#contract/reviews.ts";
import { longestReply } from "#domain/reviews/reviews.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { SendTextButton } from "#web/ui/form/send-text-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { orderReviewQuery } from "./queries.ts";
import { ReviewWords } from "./review-words.tsx";

/** What the renter says of an order, answered in public or hidden with a reason. */
export function AdminReview({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderReviewQuery(orderId));
  if (!data?.review) return null;
  return (
    <section aria-labelledby="admin-order-review">
      <h3 id="admin-order-review">{m.reviews_admin_title()}</h3>
      <ReviewWords review={data.review} />
      {data.mayAnswer && <ReviewActions key={data.review.id} orderId={orderId} review={data.review} />}
    </section>
  );
}

function ReviewActions({ orderId, review }: { orderId: string; review: OwnReview }) {
  const cache = useQueryClient();
  const [text, setText] = useState(review.reply?.text ?? "");
  const [reason, setReason] = useState("");
  const settled = {
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: orderReviewQuery(orderId).queryKey });
      void cache.invalidateQueries({ queryKey: ["api", "admin", "orders"] });
    },
  };
  const params = { id: review.id };
  const replying = useMutation({
    mutationFn: () => api(replyToReview, { params, body: { text } }),
    ...settled,
  });
  const hiding = useMutation({
    mutationFn: () => api(hideReview, { params, body: { isHidden: !review.isHidden, reason } }),
    onSuccess: () => setReason(""),
    ...settled,
  });
  const error = replying.error ?? hiding.error;
  return (
    <div className="stack">
      {review.isHidden && (
        <Notice kind="warn">{m.reviews_is_hidden({ reason: review.hiddenReason ?? "" })}</Notice>
      )}
      <details className="fold">
        <summary>{m.reviews_admin_reply()}</summary>
        <div className="stack">
          <TextAreaField
            id="review-reply"
            label={m.reviews_admin_reply()}
            rows={3}
            maxLength={longestReply}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <p>
            <SendTextButton text={text} isSending={replying.isPending} onSend={() => replying.mutate()}>
              {m.reviews_admin_reply_send()}
            </SendTextButton>
          </p>
        </div>
      </details>
      <details className="fold">
        <summary>{review.isHidden ? m.reviews_admin_show() : m.reviews_admin_hide()}</summary>
        <div className="stack">
          <TextField
            id="review-reason"
            label={m.reviews_admin_reason()}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <p>
            <SendTextButton text={reason} isSending={hiding.isPending} onSend={() => hiding.mutate()}>
              {review.isHidden ? m.reviews_admin_show() : m.reviews_admin_hide()}
            </SendTextButton>
          </p>
        </div>
      </details>
      {error && (
        <Notice kind="bad" isAlert>
          {sessionErrorWords(error)}
        </Notice>
      )}
    </div>
  );
}
