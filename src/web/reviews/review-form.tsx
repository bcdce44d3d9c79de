import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { writeReview } from "#contract/reviews.ts";
import { longestComment, ratings, reviewDays, type ReviewSide } from "#domain/reviews/reviews.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { addFailureWords } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { useIdFor } from "#web/ui/form/use-id-for.ts";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.ts";
import styles from "./reviews.module.css";
import { Star } from "./stars.tsx";

addFailureWords({
  review_exists: m.reviews_exists,
  review_not_possible: m.reviews_not_possible,
});

type ReviewFormProps = {
  orderId: string;
  /** The number of the rental's part with an earlier car, if the renter reviews that car. */
  stretch?: number | undefined;
  side: ReviewSide;
  isBlind: boolean;
  onDone: () => void;
};

const words = {
  renter: { title: m.reviews_form_title, lead: m.reviews_form_lead, blind: m.reviews_form_blind },
  host: {
    title: m.reviews_form_host_title,
    lead: m.reviews_form_host_lead,
    blind: m.reviews_form_host_blind,
  },
};

/** Stars, which are required, and words, which are optional. */
export function ReviewForm({ orderId, stretch, side, isBlind, onDone }: ReviewFormProps) {
  const cache = useQueryClient();
  // Two cars of a rental may be reviewed on one page.
  const of = stretch ?? "";
  const { idFor } = useIdFor();
  const [rating, setRating] = useState<number>();
  const [comment, setComment] = useState("");
  const [isAsked, setAsked] = useState(false);
  const sending = useMutation({
    mutationFn: (stars: number) => {
      const review = { rating: stars, comment, stretch };
      return api(writeReview, { params: { id: orderId }, body: { id: idFor(review), ...review } });
    },
    onSuccess: () => {
      void makeStale(cache, "order");
      toast({ title: m.reviews_thanks() });
      onDone();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (rating !== undefined && !sending.isPending) sending.mutate(rating);
  };
  return (
    <form className="grid gap-5" noValidate onSubmit={send}>
      <header className="stack">
        <h2 className="h3">{words[side].title()}</h2>
        <p className="muted">{words[side].lead()}</p>
        {isBlind && <p className="muted">{words[side].blind({ days: reviewDays })}</p>}
      </header>
      <fieldset
        className={`${styles.rating} grid gap-1`}
        aria-describedby={isAsked && !rating ? `rating-error${of}` : undefined}
      >
        <legend>{m.reviews_rating()}</legend>
        <div className="inline-flex w-fit align-[-0.15em]">
          {ratings.map((stars) => (
            <label key={stars}>
              <input
                type="radio"
                name={`rating${of}`}
                value={stars}
                aria-label={m.reviews_stars({ rating: String(stars) })}
                checked={rating === stars}
                onChange={() => setRating(stars)}
              />
              <Star />
            </label>
          ))}
        </div>
        {isAsked && !rating && (
          <p className="error" id={`rating-error${of}`} role="alert">
            <Icon name="alert" />
            {m.reviews_rating_missing()}
          </p>
        )}
      </fieldset>
      <TextAreaField
        id={`review-comment${of}`}
        label={m.reviews_comment()}
        isOptional
        rows={5}
        maxLength={longestComment}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <Failed error={sending.error} />
      <FormActs
        send={m.reviews_send()}
        isSending={sending.isPending}
        leave={m.reviews_skip()}
        onLeave={onDone}
      />
    </form>
  );
}
