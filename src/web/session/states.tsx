import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { sessionErrorWords } from "./failure-words.ts";

/** What a screen shows until its data is there. */
export const Waiting = ({ children = m.account_loading() }: { children?: ReactNode }) => (
  <p className="flex items-center gap-3 py-6 text-ink-soft" role="status">
    <span className="moon-spin size-5" aria-hidden="true" />
    {children}
  </p>
);

/**
 * What a screen shows while its data isn't there. Data that could be read once stay on the screen when a later
 * reading fails: with them, the person would lose what they have typed.
 */
export const WaitingOrFailed = ({ error, onRetry, children }: WaitingOrFailedProps) =>
  error ? <Failed error={error} onRetry={onRetry} /> : <Waiting>{children}</Waiting>;

type WaitingOrFailedProps = { error: unknown; onRetry: () => void; children?: ReactNode };

/** What went wrong, in words, and a button to try again if `onRetry` is given. */
export function Failed({ error, title, onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  if (!error) return null;
  return (
    <Notice kind="bad" isAlert>
      {title && <b>{title} </b>}
      {sessionErrorWords(error)}
      {onRetry && (
        <button className="btn btn-secondary btn-sm flex mt-2" type="button" onClick={onRetry}>
          {m.account_retry()}
        </button>
      )}
    </Notice>
  );
}
