import { type MouseEvent, useState } from "react";
import { pageAddress } from "#web/layout/page-address.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";

/**
 * The address of one answer. A press copies it to the clipboard. Without script or permission, it is an ordinary
 * link.
 */
export function AnswerLink({ id, question }: { id: string; question: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (event: MouseEvent) => {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- an address without TLS has no clipboard
    if (!navigator.clipboard || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(`${pageAddress(location.origin, "/faq")}#${id}`);
      setIsCopied(true);
    } catch {
      location.hash = id;
    }
  };
  return (
    <div className="small flex flex-wrap items-center gap-x-3 gap-y-1 pb-4">
      <a
        className="link min-h-8"
        href={`#${id}`}
        aria-label={m.faq_link_to({ question })}
        onClick={(event) => void copy(event)}
      >
        <Icon name="copy" />
        <span>{m.faq_link()}</span>
      </a>
      <span className="muted" role="status">
        {isCopied && m.faq_link_copied()}
      </span>
    </div>
  );
}
