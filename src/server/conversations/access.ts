import { Refusal } from "#contract/errors.ts";
import type { MessageSide } from "#domain/conversations/conversations.ts";
import { type Owned, type Relation, relationTo } from "#domain/people/relations.ts";
import type { AccountRow } from "#server/auth/accounts.ts";

type Reader = Pick<AccountRow, "id" | "role">;

/** The side of a conversation on which what somebody is to it puts them. */
export const sideAs = (relation: Relation): MessageSide =>
  relation === "renter" || relation === "host" ? relation : "admin";

/** On which side of a conversation somebody stands; undefined for whom it is none of their business. */
export function sideOf(conversation: Owned, reader: Reader): MessageSide | undefined {
  const relation = relationTo(conversation, reader);
  return relation && sideAs(relation);
}

export const conversationNotFound = (): Refusal =>
  new Refusal("conversation_not_found", "There is no such conversation.");
