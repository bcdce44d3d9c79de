import { Refusal } from "#contract/errors.ts";
import type { MessageSide } from "#domain/conversations/conversations.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { isUuid } from "#server/db/is-uuid.ts";

type Whose = { accountId: string | null };
type Reader = Pick<AccountRow, "id" | "role">;

/** On which side of a conversation somebody stands; undefined for whom it is none of their business. */
export const sideOf = ({ accountId }: Whose, { id, role }: Reader): MessageSide | undefined =>
  accountId === id ? "renter" : role === "admin" ? "admin" : undefined;

/** A conversation by its id for somebody who may see it, and on which side they stand. Throws a Refusal. */
export async function visible<C extends Whose>(
  id: string,
  reader: Reader,
  find: (id: string) => Promise<C | undefined>,
): Promise<{ conversation: C; side: MessageSide }> {
  const conversation = isUuid(id) ? await find(id) : undefined;
  const side = conversation && sideOf(conversation, reader);
  if (!conversation || !side) throw conversationNotFound();
  return { conversation, side };
}

export const conversationNotFound = (): Refusal =>
  new Refusal("conversation_not_found", "There is no such conversation.");
