import * as z from "zod/mini";
import {
  conversationStates,
  longestMessage,
  messageSides,
  longestReplyName,
} from "#domain/conversations/conversations.ts";
import { conversationFields } from "#contract/conversations.ts";
import { endpoint } from "#contract/endpoint.ts";
import { line, requiredLine, requiredWords, unlessEmpty, Uuid, NewId, Language } from "#contract/fields.ts";
import { placePage } from "#contract/paging.ts";
import { byId, ConversationParams } from "#contract/params.ts";
import { longestSearch } from "#domain/text-lengths.ts";

const tag = "Admin: conversations";

const personFields = { id: z.nullable(Uuid), name: z.string(), email: z.string(), isSuspended: z.boolean() };

/** A conversation as administrators see it: with the person, who takes care of it, and since when it waits. */
export const InboxConversation = z.object({
  ...conversationFields,
  language: Language,
  /** The renter, a visitor who writes like one, or a host who writes only to us. */
  person: z.object(personFields),
  /** The host of the car, where the conversation is between a renter and a host. */
  host: z.nullable(z.extend(z.object(personFields), { isBlocked: z.boolean() })),
  /** When the conversation was last reported; null where it never was. */
  reportedAt: z.nullable(z.string()),
  /** The side that reported it, if any. */
  reportedSide: z.nullable(z.enum(messageSides)),
  assignedTo: z.nullable(z.object({ id: Uuid, name: z.string() })),
  waitingSince: z.nullable(z.string()),
  reportReason: z.string(),
  /** True where somebody typed the address into the contact form: who wrote is not known. */
  isUnconfirmed: z.boolean(),
  /** When the owner of the address said that they did not write the message. */
  deniedAt: z.nullable(z.string()),
});
export type InboxConversation = z.infer<typeof InboxConversation>;

export const listInbox = endpoint({
  method: "GET",
  path: "/api/admin/conversations",
  summary:
    "Everybody's conversations with us, the newest first; those that wait, the longest waiting first; `between` are those of renters and hosts, which are in the other lists once we joined them or somebody reported them. `search` finds words of messages and subjects, and names and addresses of whoever a conversation is with",
  tag,
  access: "admin",
  query: z.object({
    state: unlessEmpty(z.enum(conversationStates)),
    search: unlessEmpty(line(longestSearch)),
    account: unlessEmpty(Uuid),
    ...placePage,
  }),
  response: z.array(InboxConversation),
  status: 200,
});

export const getInboxConversation = endpoint({
  method: "GET",
  path: "/api/admin/conversations/:id",
  summary: "A conversation with the person whose it is",
  tag,
  access: "admin",
  params: ConversationParams,
  response: InboxConversation,
  status: 200,
});

export const changeConversation = endpoint({
  method: "PUT",
  path: "/api/admin/conversations/:id",
  summary:
    "Say who takes care of a conversation, close it, or open it again. With `seen`, the number of the last message that was shown, and `seenReportAt`, the `reportedAt` that was, 412 `stale` where somebody has written or reported since what is closed; the same with `from`, who took care of it when one looked, where that is somebody else by now",
  tag,
  access: "admin",
  params: ConversationParams,
  body: z.object({
    assignedTo: z.optional(z.nullable(Uuid)),
    from: z.optional(z.nullable(Uuid)),
    isClosed: z.optional(z.boolean()),
    seen: z.optional(z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000))),
    seenReportAt: z.optional(z.nullable(line(40))),
  }),
  response: InboxConversation,
  status: 200,
});

export const listInboxPeople = endpoint({
  method: "GET",
  path: "/api/admin/conversations/administrators",
  summary: "Who may take care of a conversation",
  tag,
  access: "admin",
  response: z.array(z.object({ id: Uuid, name: z.string() })),
  status: 200,
});

export const SavedReply = z.object({ id: Uuid, name: z.string(), textEn: z.string(), textZh: z.string() });
export type SavedReply = z.infer<typeof SavedReply>;

const reply = {
  name: requiredLine(longestReplyName),
  textEn: requiredWords(longestMessage),
  textZh: requiredWords(longestMessage),
};

export const listSavedReplies = endpoint({
  method: "GET",
  path: "/api/admin/saved-replies",
  summary:
    "Answers that are given often, by name. {name}, {order}, {car}, {pickup}, {return} and {me} are filled in",
  tag,
  access: "admin",
  response: z.array(SavedReply),
  status: 200,
});

export const addSavedReply = endpoint({
  method: "POST",
  path: "/api/admin/saved-replies",
  summary: "Keep an answer in both languages. The same id and words again are the same answer",
  tag,
  access: "admin",
  body: z.object({ id: NewId, ...reply }),
  response: SavedReply,
  status: 201,
});

export const changeSavedReply = endpoint({
  method: "PUT",
  path: "/api/admin/saved-replies/:id",
  summary: "Change a kept answer",
  tag,
  access: "admin",
  params: byId("reply_not_found"),
  body: z.object(reply),
  response: SavedReply,
  status: 200,
});

export const removeSavedReply = endpoint({
  method: "DELETE",
  path: "/api/admin/saved-replies/:id",
  summary: "Keep an answer no longer",
  tag,
  access: "admin",
  params: byId("reply_not_found"),
  response: z.object({ success: z.boolean() }),
  status: 200,
});
