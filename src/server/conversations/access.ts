import type { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import type { MessageSide } from "#domain/conversations/conversations.ts";
import { type OwnedThing, type Relation, relationTo } from "#domain/people/relations.ts";
import type { AccountRow } from "#server/auth/accounts.ts";

type Reader = Pick<AccountRow, "id" | "role">;

/** The side of a conversation that somebody writes on, by their relation to it. */
export const sideAs = (relation: Relation): MessageSide =>
  relation === "renter" || relation === "host" ? relation : "admin";

/** The side of a conversation that somebody is on; undefined for a person with no part in it. */
export function sideOf(conversation: OwnedThing, reader: Reader): MessageSide | undefined {
  const relation = relationTo(conversation, reader);
  return relation && sideAs(relation);
}

export const conversationNotFound = (): Refusal => notFound("conversation_not_found");
