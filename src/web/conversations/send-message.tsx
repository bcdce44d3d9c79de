import { AttachFiles } from "#web/files/attach-files.tsx";
import type { useAttachments } from "#web/files/use-attachments.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { whyNot } from "./why-not.ts";

type SendMessageProps = { files: ReturnType<typeof useAttachments>; error: unknown; isSending: boolean };

/** The end of a first message: its files, why it couldn't be sent, and the button that sends it. */
export function SendMessage({ files, error, isSending }: SendMessageProps) {
  return (
    <>
      <AttachFiles files={files} />
      {error && (
        <Notice kind="bad" isAlert>
          {whyNot(error)}
        </Notice>
      )}
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
          {m.conversations_send()}
        </button>
      </p>
    </>
  );
}
