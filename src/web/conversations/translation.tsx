import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Message, translateMessage } from "#contract/conversations.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";

/** A translation of a message into the reader's language, shown after a press and marked as a machine's. */
export function Translation({ conversationId, message }: { conversationId: string; message: Message }) {
  const language = currentLanguage();
  const [isShown, setShown] = useState(true);
  const asking = useMutation({
    mutationFn: () =>
      api(translateMessage, { params: { id: conversationId, messageId: message.id }, body: { language } }),
  });
  const press = () => {
    if (asking.isPending) return;
    setShown(!asking.data || !isShown);
    if (!asking.data) asking.mutate();
  };
  const isOpen = asking.data !== undefined && isShown;
  return (
    <>
      <div aria-live="polite">
        {isOpen && (
          <div className="mt-2 pt-2 border-t border-line">
            <p className="text-ink-soft text-xs/[inherit]">{m.conversations_translated()}</p>
            <p className="whitespace-pre-wrap wrap-anywhere" lang={asking.data.language} dir="auto">
              {asking.data.text}
            </p>
          </div>
        )}
        {asking.error && (
          <p className="text-ink-soft text-xs/[inherit]">{m.conversations_not_translated()}</p>
        )}
      </div>
      <button
        className="py-1 px-0 underline underline-offset-3 justify-self-start text-xs/[inherit]"
        type="button"
        aria-busy={asking.isPending || undefined}
        onClick={press}
      >
        {asking.isPending
          ? m.conversations_translating()
          : isOpen
            ? m.conversations_original()
            : m.conversations_translate()}
      </button>
    </>
  );
}
