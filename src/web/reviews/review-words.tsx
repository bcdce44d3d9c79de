import type { Review } from "#contract/reviews.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { languageOf } from "#domain/languages.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";
import { Stars } from "./stars.tsx";

/** A review as anybody reads it, in the language it was written in. */
export function ReviewWords({ review }: { review: Review }) {
  const { rating, comment, author, createdAt, language, reply } = review;
  const on = showDate(dateInLosAngeles(Date.parse(createdAt)));
  return (
    <div className="grid gap-1.5 wrap-anywhere">
      <p>
        <Stars rating={rating} />
      </p>
      {comment && (
        <p className="whitespace-pre-line" lang={language}>
          {comment}
        </p>
      )}
      <p className="small muted">{m.reviews_by({ author: author || m.reviews_somebody(), month: on })}</p>
      {reply && (
        <div className="ps-3.5 border-s-3 border-line text-sm/[inherit]">
          <b>{reply.by === "host" ? m.reviews_reply_host() : m.reviews_reply({ brand: brandName() })}</b>
          <p className="whitespace-pre-line" lang={languageOf(reply.text, currentLanguage())}>
            {reply.text}
          </p>
        </div>
      )}
    </div>
  );
}
