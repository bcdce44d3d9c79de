import { useMutation, useQueryClient } from "@tanstack/react-query";
import { replyToReview, type Review } from "#contract/reviews.ts";
import { longestReply } from "#domain/reviews/reviews.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { FoldedText } from "#web/ui/form/folded-text.tsx";

type ReplyFormProps = { review: Pick<Review, "id" | "reply"> };

/** The only public answer to a review, to be written or rewritten. */
export function ReplyForm({ review }: ReplyFormProps) {
  const cache = useQueryClient();
  const sending = useMutation({
    mutationFn: (text: string) => api(replyToReview, { params: { id: review.id }, body: { text } }),
    onSettled: () => void makeStale(cache, "order"),
  });
  return (
    <FoldedText
      look="fold"
      title={m.reviews_admin_reply()}
      send={m.reviews_admin_reply_send()}
      label={m.reviews_admin_reply()}
      rows={3}
      longest={longestReply}
      start={review.reply?.text}
      isSending={sending.isPending}
      onSend={(text) => sending.mutate(text)}
      below={<Failed error={sending.error} />}
    />
  );
}
