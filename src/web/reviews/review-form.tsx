import { useQueryClient } from "@tanstack/react-query";
import { writeReview } from "#contract/reviews.ts";
import { oneOf, required, words as plainWords } from "#domain/fields/rules.ts";
import { longestComment, ratings, reviewDays, type ReviewSide } from "#domain/reviews/reviews.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { addFailureWords } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { useIdFor } from "#web/ui/form/use-id-for.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
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

const fields = {
  rating: required(oneOf(ratings.map(String))),
  comment: plainWords(longestComment),
};
const own = { rating: { missing: m.reviews_rating_missing } };

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
  const { idFor } = useIdFor();
  const { props, field, isSending, failure } = useForm({
    rules: { fields },
    // Two cars of a rental may be reviewed on one page.
    id: `review${stretch ?? ""}`,
    words: (name, code) => errorWords(own, name, code),
    send: async ({ rating, comment }) => {
      const review = { rating: Number(rating), comment, stretch };
      await api(writeReview, { params: { id: orderId }, body: { id: idFor(review), ...review } });
      void makeStale(cache, "order");
      toast({ title: m.reviews_thanks() });
      onDone();
    },
  });
  const { id, name, error } = field("rating");
  return (
    <form className="grid gap-5" {...props}>
      <header className="stack">
        <h2 className="h3">{words[side].title()}</h2>
        <p className="muted">{words[side].lead()}</p>
        {isBlind && <p className="muted">{words[side].blind({ days: reviewDays })}</p>}
      </header>
      <fieldset
        className={`${styles.rating} grid gap-1`}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        <legend>{m.reviews_rating()}</legend>
        <div className="inline-flex w-fit align-[-0.15em]">
          {ratings.map((stars) => (
            <label key={stars}>
              <input
                type="radio"
                name={name}
                value={stars}
                aria-label={m.reviews_stars({ rating: String(stars) })}
              />
              <Star />
            </label>
          ))}
        </div>
        {error && (
          <p className="error" id={`${id}-error`} role="alert">
            <Icon name="alert" />
            {error}
          </p>
        )}
      </fieldset>
      <TextAreaField {...field("comment")} label={m.reviews_comment()} isOptional rows={5} />
      <Failed error={failure} />
      <FormActs send={m.reviews_send()} isSending={isSending} leave={m.reviews_skip()} onLeave={onDone} />
    </form>
  );
}
