import { type FormEvent, useEffect, useRef, useState } from "react";
import type { QueuedVerification } from "#contract/admin/papers.ts";
import { longestReason } from "#domain/text-lengths.ts";
import { type Language, otherLanguage } from "#domain/languages.ts";
import { type DeclineReason, reasonsFor } from "#domain/papers/verification.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { reasonWords } from "#web/papers/reason-words.ts";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";

type Props = {
  verification: QueuedVerification;
  isSending: boolean;
  onDecline: (code: DeclineReason, reason: string) => void;
};

const languageName = (language: Language): string =>
  new Intl.DisplayNames([currentLanguage()], { type: "language" }).of(language) ?? language;

/** Declines a paper with a reason, which says in both languages what to do, and the administrator's own words. */
export function DeclineForm({ verification: { subject, language }, isSending, onDecline }: Props) {
  const [code, setCode] = useState<DeclineReason>();
  const [isLacking, setLacking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const needsWords = code === undefined || code === "other";

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const reason = String(new FormData(form.current ?? undefined).get("reason") ?? "").trim();
    const needsReason = needsWords && reason === "";
    setLacking(needsReason);
    if (!needsReason && !isSending) onDecline(code ?? "other", reason);
  };

  return (
    <form className="grid gap-3 pt-3 border-t border-line" ref={form} onSubmit={onSubmit} noValidate>
      <fieldset className="grid gap-2">
        <legend className="label mb-2">{m.admin_papers_why()}</legend>
        {reasonsFor[subject].map((reason) => (
          <label
            key={reason}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-2 text-sm/[1.4] cursor-pointer"
          >
            <input
              className="mt-1 accent-bridge"
              type="radio"
              name="code"
              value={reason}
              checked={code === reason}
              onChange={() => setCode(reason)}
            />
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
        id="decline-reason"
        name="reason"
        label={m.admin_papers_words()}
        isOptional={!needsWords}
        hint={m.admin_papers_words_hint({ language: languageName(language) })}
        maxLength={longestReason}
        {...(isLacking && { error: m.admin_papers_words_needed(), isAlert: true })}
      />
      <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
        {m.admin_papers_decline_send()}
      </button>
    </form>
  );
}
