import { useQuery } from "@tanstack/react-query";
import type { InboxConversation } from "#contract/admin/conversations.ts";
import { fillReply } from "#domain/conversations/conversations.ts";
import { useInsert } from "#web/conversations/composer.tsx";
import { m } from "#web/paraglide/messages.js";
import { SelectFrame } from "#web/ui/form/field.tsx";
import { showDate } from "#web/ui/format/show-date.ts";
import { savedRepliesQuery } from "./queries.ts";

/** Inserts a saved reply into the answer, in the person's language, with the known details filled in. */
export function ReplyPicker({ conversation, me }: { conversation: InboxConversation; me: string }) {
  const insert = useInsert();
  const { data: replies = [] } = useQuery(savedRepliesQuery);
  if (replies.length === 0) return null;
  const { person, about, language } = conversation;
  return (
    <SelectFrame>
      <select
        className="control"
        aria-label={m.inbox_insert_reply()}
        value=""
        onChange={({ currentTarget }) => {
          const reply = replies.find(({ id }) => id === currentTarget.value);
          if (!reply) return;
          insert(
            fillReply(language === "zh" ? reply.textZh : reply.textEn, {
              name: person.name,
              me,
              ...(about.kind === "order" && { order: about.label }),
              ...(about.rental && {
                ...(about.rental.car && { car: about.rental.car }),
                pickup: showDate(about.rental.pickupDate),
                return: showDate(about.rental.returnDate),
              }),
              ...(about.kind === "car" && { car: about.label }),
            }),
          );
        }}
      >
        <option value="">{m.inbox_insert_reply()}</option>
        {replies.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </SelectFrame>
  );
}
