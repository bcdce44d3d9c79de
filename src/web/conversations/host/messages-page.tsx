import { useSearchParams } from "react-router";
import { BeginForm } from "#web/conversations/begin-form.tsx";
import { MessageCenter } from "#web/conversations/message-center.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";

export const meta = () => pageMeta({ title: m.host_nav_messages() });

/** A host's conversations: with renters of their cars, and with us about what they rent out. */
export default function HostMessagesPage() {
  return <MessageCenter side="host" newMessage={<NewHostMessage />} none={m.conversations_host_none()} />;
}

/** A message to the renter of the order in the address, or to us about that order or anything else. */
function NewHostMessage() {
  const [search] = useSearchParams();
  const orderId = search.get("order") ?? undefined;
  const to = orderId && search.get("to") === "renter" ? "renter" : "admin";
  return <BeginForm key={`${to} ${orderId}`} side="host" to={to} orderId={orderId} />;
}
