import { MessageCenter } from "#web/conversations/message-center.tsx";
import { BeginForm } from "#web/conversations/begin-form.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { useSearchParams } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { NewMessage } from "./new-message.tsx";
import { UnconfirmedMessages } from "./unconfirmed-messages.tsx";

export const meta = () => pageMeta({ title: m.me_nav_messages() });

/** The Message Center of a renter, or of a user who has a question. */
export default function MessagesPage() {
  const [search] = useSearchParams();
  const orderId = search.get("order") ?? undefined;
  return (
    <MessageCenter
      side="renter"
      newMessage={
        orderId && search.get("to") === "host" ? (
          <BeginForm key={orderId} side="renter" to="host" orderId={orderId} />
        ) : (
          <NewMessage />
        )
      }
      above={<UnconfirmedMessages />}
      none={m.messages_none()}
    />
  );
}
