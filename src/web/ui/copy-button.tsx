import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";

/** Copies a text to the clipboard, and says whether that worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [said, setSaid] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(m.account_copied()),
      () => setSaid(m.account_copy_failed()),
    );
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <button className="btn btn-secondary btn-sm" type="button" onClick={() => void copy()}>
        <Icon name="copy" />
        {label}
      </button>
      <span className="small muted" role="status">
        {said}
      </span>
    </span>
  );
}
