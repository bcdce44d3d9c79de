import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Navigate } from "react-router";
import type { PeopleSide } from "#domain/conversations/conversations.ts";
import { useAttachments } from "#web/files/use-attachments.ts";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { m } from "#web/paraglide/messages.js";
import { Waiting } from "#web/session/states.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { BackToAll } from "./back-to-all.tsx";
import { ownPages } from "./own-pages.ts";
import { conversationsAboutQuery } from "./queries.ts";
import { SendMessage } from "./send-message.tsx";
import { useBegin } from "./use-begin.ts";
import { useFirstMessage } from "./use-first-message.ts";

type Props = { side: PeopleSide; to: "admin" | PeopleSide; orderId?: string | undefined };

/**
 * The first message to the other side of a rental, or from a host to us. A renter and a host who have already
 * written about the order are led to that conversation.
 */
export function BeginForm({ side, to, orderId = "" }: Props) {
  const before = useQuery({
    ...conversationsAboutQuery(side, orderId),
    enabled: to !== "admin" && orderId !== "",
  });
  const known = before.data?.find(({ between }) => between !== null);
  if (to !== "admin" && before.isLoading) return <Waiting />;
  if (to !== "admin" && known) return <Navigate to={`${ownPages[side]}/${known.id}`} replace />;
  return <FirstWords side={side} to={to} orderId={orderId} />;
}

const receivers: Record<Props["to"], () => string> = {
  admin: brandName,
  host: m.conversations_the_host,
  renter: m.conversations_the_renter,
};

function FirstWords({ side, to, orderId }: Props & { orderId: string }) {
  const id = useId();
  const draft = `new ${side} ${to} ${orderId}`;
  const files = useAttachments();
  const begin = useBegin(side, draft);
  const isToAdmins = to === "admin";
  const form = useFirstMessage({
    id,
    draft,
    hasSubject: isToAdmins,
    areFilesOpen: files.isOpen,
    send({ subject, text }) {
      if (begin.isPending) return;
      begin.mutate({
        to,
        about: orderId ? { orderId } : undefined,
        // Between renter and host, the subject is the order's number, which the server adds.
        subject: isToAdmins ? subject : m.conversations_about(),
        text,
        attachments: files.ids,
      });
    },
  });
  return (
    <article className="grid grid-cols-1 gap-4" aria-labelledby={`${id}-title`}>
      <BackToAll side={side} />
      <h2 className="h3" id={`${id}-title`}>
        {m.messages_new()}
      </h2>
      <form className="stack" {...form.props}>
        <p>
          <b>{m.conversations_to()}</b> {receivers[to]()}
        </p>
        {!isToAdmins && <p className="small muted">{m.conversations_we_read({ brand: brandName() })}</p>}
        {isToAdmins && <TextField {...form.subject} label={m.conversations_subject()} dir="auto" />}
        <TextAreaField {...form.text} label={m.conversations_write()} rows={5} dir="auto" />
        <SendMessage files={files} error={begin.error} isSending={begin.isPending} />
      </form>
    </article>
  );
}
