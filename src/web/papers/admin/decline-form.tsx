import { useEffect, useState } from "react";
import type { QueuedVerification } from "#contract/admin/papers.ts";
import { oneOf, words } from "#domain/fields/rules.ts";
import { longestReason } from "#domain/text-lengths.ts";
import { type Language, otherLanguage } from "#domain/languages.ts";
import { type DeclineReason, reasonsFor } from "#domain/papers/verification.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { reasonWords } from "#web/papers/reason-words.ts";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";

type Props = {
  verification: QueuedVerification;
  isSending: boolean;
  onDecline: (code: DeclineReason, reason: string) => void;
};

const languageName = (language: Language): string =>
  new Intl.DisplayNames([currentLanguage()], { type: "language" }).of(language) ?? language;

const own = { reason: { missing: m.admin_papers_words_needed } };
/** Whether a reason says nothing without the administrator's own words. */
const lacksWords = (code: string): boolean => code === "" || code === "other";

/** Declines a paper with a reason, which says in both languages what to do, and the administrator's own words. */
export function DeclineForm({ verification: { subject, language }, isSending, onDecline }: Props) {
  const reasons = reasonsFor[subject];
  const [needsWords, setNeedsWords] = useState(true);
  const { ref, props, field } = useForm({
    rules: {
      fields: { code: oneOf(reasons), reason: words(longestReason) },
      check: ({ code, reason }) => (lacksWords(code) && reason === "" ? { reason: "missing" as const } : {}),
    },
    id: "decline",
    words: (name, code) => errorWords(own, name, code),
    onWatch: ({ code }) => setNeedsWords(lacksWords(code)),
    send: ({ code, reason }) => {
      if (!isSending) onDecline(reasons.find((one) => one === code) ?? "other", reason);
    },
  });
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the form is there
  useEffect(() => ref.current?.querySelector("input")?.focus(), []);

  return (
    <form className="grid gap-3 pt-3 border-t border-line" {...props}>
      <fieldset className="grid gap-2">
        <legend className="label mb-2">{m.admin_papers_why()}</legend>
        {reasons.map((reason) => (
          <label
            key={reason}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-2 text-sm/[1.4] cursor-pointer"
          >
            <input className="mt-1 accent-bridge" type="radio" name="code" value={reason} />
            <span>
              {reasonWords[reason]()}
              <small
                className="block text-ink-faint text-xs/[inherit]"
                lang={otherLanguage(currentLanguage())}
              >
                {reasonWords[reason]({}, { locale: otherLanguage(currentLanguage()) })}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      <TextAreaField
        {...field("reason")}
        label={m.admin_papers_words()}
        isOptional={!needsWords}
        hint={m.admin_papers_words_hint({ language: languageName(language) })}
      />
      <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
        {m.admin_papers_decline_send()}
      </button>
    </form>
  );
}
