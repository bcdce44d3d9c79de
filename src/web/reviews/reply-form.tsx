import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { replyToReview, type Review } from "#contract/reviews.ts";
import { longestReply } from "#domain/reviews/reviews.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { SendTextButton } from "#web/ui/form/send-text-button.tsx";

type ReplyFormProps = { review: Pick<Review, "id" | "reply"> };

/** The only public answer to a review, to be written or rewritten. */
export function ReplyForm({ review }: ReplyFormProps) {
  const cache = useQueryClient();
  const [text, setText] = useState(review.reply?.text ?? "");
  const sending = useMutation({
    mutationFn: () => api(replyToReview, { params: { id: review.id }, body: { text } }),
    onSettled: () => void makeStale(cache, "order"),
  });
  return (
    <details className="fold">
      <summary>{m.reviews_admin_reply()}</summary>
      <div className="stack">
        <TextAreaField
          id={`reply-${review.id}`}
          label={m.reviews_admin_reply()}
          rows={3}
          maxLength={longestReply}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p>
          <SendTextButton text={text} isSending={sending.isPending} onSend={() => sending.mutate()}>
            {m.reviews_admin_reply_send()}
          </SendTextButton>
        </p>
        <Failed error={sending.error} />
      </div>
    </details>
  );
}
