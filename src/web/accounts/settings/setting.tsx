import type { ReactNode, Ref } from "react";
import { m } from "#web/paraglide/messages.js";
import { failureWords } from "#web/session/failure-words.ts";
import { Notice } from "#web/ui/notice.tsx";

/** One part of the settings: its name on the left, what it is and what can be done on the right. */
export function Setting({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="setting">
      <h3 id={id}>{title}</h3>
      <div className="stack">{children}</div>
    </section>
  );
}

/** A form that opens in its place. */
export function Edit({
  label,
  children,
  ref,
}: {
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLDetailsElement>;
}) {
  return (
    <details className="edit" ref={ref}>
      <summary className="btn btn-secondary btn-sm">{label}</summary>
      {children}
    </details>
  );
}

export function Failed({ error, title }: { error: unknown; title?: string }) {
  if (!error) return null;
  return (
    <Notice kind="bad" isAlert>
      {title && <b>{title} </b>}
      {failureWords(error)}
    </Notice>
  );
}

export function Waiting() {
  return (
    <p className="waiting" role="status">
      <span className="moon-spin" aria-hidden="true" />
      {m.account_loading()}
    </p>
  );
}
