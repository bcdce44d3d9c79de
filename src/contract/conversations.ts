import * as z from "zod/mini";
import { attachmentKinds, mostAttachments } from "#domain/conversations/attachments.ts";
import {
  longestMessage,
  longestReport,
  longestSubject,
  messageSides,
  peopleSides,
} from "#domain/conversations/conversations.ts";
import { longestSearch } from "#domain/text-lengths.ts";
import { ownStages } from "#domain/orders/own-orders.ts";
import { incidentKinds } from "#domain/trips/incidents.ts";
import { endpoint } from "./endpoint.ts";
import { line, requiredLine, requiredWords, unlessEmpty, Uuid, NewId, Language, words } from "./fields.ts";
import { placePage } from "./paging.ts";
import { ConversationParams, idOf } from "./params.ts";

const tag = "Conversations";

/** What a conversation is about: an order by its number, a car by its name, or nothing in particular. */
export const About = z.object({
  kind: z.enum(["order", "car", "support"]),
  id: z.nullable(Uuid),
  label: z.string(),
  /** For an order: the facts that the card at the top of the conversation shows, and that saved replies name. */
  rental: z.optional(
    z.object({
      car: z.nullable(z.string()),
      image: z.nullable(z.string()),
      pickupDate: z.string(),
      returnDate: z.string(),
      stage: z.enum(ownStages),
    }),
  ),
});

export const conversationFields = {
  id: Uuid,
  about: About,
  subject: z.string(),
  /** Who wrote the last message; `preview` is how that message begins. */
  from: z.string(),
  fromSide: z.enum(messageSides),
  /** The last message came by the contact form with the person's address: who typed it is not known. */
  isQuoted: z.boolean(),
  preview: z.string(),
  timestamp: z.string(),
  isRead: z.boolean(),
  unread: z.number(),
  isClosed: z.boolean(),
  /** In a conversation of a renter and a host: the first names of both. Administrators read it and may join it. */
  between: z.nullable(z.object({ renter: z.string(), host: z.string() })),
  /** Between a renter and a host: an administrator has written in the conversation. */
  isJoined: z.boolean(),
  /** Between a renter and a host: the time of the conversation is over, and neither can write in it anymore. */
  isOver: z.boolean(),
  /** The person can't write here anymore. */
  isBlocked: z.boolean(),
  isReported: z.boolean(),
  /** Up to which message the other side has read. */
  readByOther: z.number(),
};
export const Conversation = z.object(conversationFields);
export type Conversation = z.infer<typeof Conversation>;

export const Attachment = z.object({
  id: Uuid,
  kind: z.enum(attachmentKinds),
  name: z.string(),
  bytes: z.number(),
});
export type Attachment = z.infer<typeof Attachment>;

export const Message = z.object({
  id: Uuid,
  number: z.number(),
  side: z.enum(messageSides),
  author: z.string(),
  isOwn: z.boolean(),
  isInternal: z.boolean(),
  /** The message came by the contact form, under the name in `author`: who typed it is not known. */
  isQuoted: z.boolean(),
  text: z.string(),
  language: Language,
  createdAt: z.string(),
  attachments: z.array(Attachment),
  /** The message can be translated: there is an assistant that translates. */
  canTranslate: z.boolean(),
});
export type Message = z.infer<typeof Message>;

const files = {
  /** Ids of files that were sent before. */
  attachments: z.optional(z.array(Uuid).check(z.maxLength(mostAttachments))),
};
/** The side that the caller reads or writes as: one account can be a renter and a host. */
const as = unlessEmpty(z.enum(peopleSides));

export const listConversations = endpoint({
  method: "GET",
  path: "/api/conversations",
  summary:
    "One's own conversations, or with `as=host` those about what one rents out, the newest first, also by words in them or about an order; X-Count-Unread counts unread messages",
  tag,
  access: "account",
  query: z.object({ as, search: unlessEmpty(line(longestSearch)), order: unlessEmpty(Uuid), ...placePage }),
  response: z.array(Conversation),
  status: 200,
});

export const countUnread = endpoint({
  method: "GET",
  path: "/api/conversations/unread",
  summary: "How many messages one has not read, with `as=host` in conversations about what one rents out",
  tag,
  access: "account",
  query: z.object({ as }),
  response: z.object({ unread: z.number() }),
  status: 200,
});

export const beginConversation = endpoint({
  method: "POST",
  path: "/api/conversations",
  summary:
    "Write to us about an order of one's own, a car, or anything; with `report` of an accident or a breakdown on a rental, from its handover until 7 days after its return, which the back office and the car's host are mailed of at once; with `to` to the host of an order's car or, as that host, to its renter, who have one conversation about it. The same id and message again is the same conversation",
  tag,
  access: "account",
  body: z.object({
    id: NewId,
    /** `host` writes about their own cars. */
    as: z.optional(z.enum(peopleSides)),
    to: z.optional(z.enum(["admin", ...peopleSides])),
    /** Reports an accident or a breakdown of the caller's rental: the back office and the car's host get an email. */
    report: z.optional(z.enum(incidentKinds)),
    about: z.optional(
      z.union([z.literal("support"), z.object({ orderId: z.optional(Uuid), carId: z.optional(Uuid) })]),
    ),
    subject: requiredLine(longestSubject),
    message: z.object({ id: NewId, text: requiredWords(longestMessage), ...files }),
  }),
  response: Conversation,
  status: 201,
});

/** A message by the contact form with the caller's address, until the caller says whether they wrote it. */
export const UnconfirmedMessage = z.object({
  id: Uuid,
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  language: Language,
  createdAt: z.string(),
});
export type UnconfirmedMessage = z.infer<typeof UnconfirmedMessage>;

export const listUnconfirmed = endpoint({
  method: "GET",
  path: "/api/conversations/unconfirmed",
  summary:
    "Messages that came by the contact form with one's own address, the newest first: they belong to nobody until one confirms having written them",
  tag,
  access: "account",
  response: z.array(UnconfirmedMessage),
  status: 200,
});

export const confirmOrigin = endpoint({
  method: "PUT",
  path: "/api/conversations/:id/origin",
  summary:
    "Say whether one wrote what came by the contact form with one's address: with `isMine` it becomes a conversation of one's own, with those words quoted",
  tag,
  access: "account",
  params: ConversationParams,
  body: z.object({ isMine: z.boolean() }),
  response: z.object({ success: z.boolean() }),
  status: 200,
});

export const getConversation = endpoint({
  method: "GET",
  path: "/api/conversations/:id",
  summary: "One conversation",
  tag,
  access: "account",
  owns: { conversation: ["host", "renter", "admin"] },
  params: ConversationParams,
  response: Conversation,
  status: 200,
});

export const listMessagesOf = endpoint({
  method: "GET",
  path: "/api/conversations/:id/messages",
  summary: "The messages of a conversation, the newest first",
  tag,
  access: "account",
  owns: { conversation: ["host", "renter", "admin"] },
  params: ConversationParams,
  query: z.object(placePage),
  response: z.array(Message),
  status: 200,
});

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/conversations/:id/messages",
  summary: "Write in a conversation. The same id with the same words again is the same message",
  tag,
  access: "account",
  owns: { conversation: ["host", "renter", "admin"] },
  params: ConversationParams,
  body: z.object({
    id: NewId,
    text: requiredWords(longestMessage),
    ...files,
    /** A message that only administrators read. */
    isInternal: z.optional(z.boolean()),
  }),
  response: Message,
  status: 201,
});

export const readConversation = endpoint({
  method: "PUT",
  path: "/api/conversations/:id/read",
  effect: "read",
  summary: "Say that everything up to a message has been read; without a `number`, everything",
  tag,
  access: "account",
  owns: { conversation: ["host", "renter", "admin"] },
  params: ConversationParams,
  body: z.nullish(
    z.object({ number: z.optional(z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000))) }),
  ),
  response: z.object({ unread: z.number() }),
  status: 200,
});

export const reportConversation = endpoint({
  method: "PUT",
  path: "/api/conversations/:id/report",
  summary: "Report what is written in a conversation",
  tag,
  access: "account",
  owns: { conversation: ["host", "renter", "admin"] },
  params: ConversationParams,
  body: z.nullish(z.object({ reason: z.optional(words(longestReport)) })),
  response: Conversation,
  status: 200,
});

export const blockConversation = endpoint({
  method: "PUT",
  path: "/api/conversations/:id/block",
  summary:
    "For administrators: block the person of a conversation (of two people, the one on `side`), who then can't write to anybody here, or let them write again with `isBlocked` false. Nobody can block us, and a person with an open order can still write to us about it",
  tag,
  access: "account",
  owns: { conversation: ["host", "renter", "admin"] },
  params: ConversationParams,
  body: z.nullish(z.object({ isBlocked: z.optional(z.boolean()), side: z.optional(z.enum(peopleSides)) })),
  response: Conversation,
  status: 200,
});

export const uploadAttachment = endpoint({
  method: "POST",
  path: "/api/uploads",
  summary:
    "Send a file that is to go with a message: multipart with `file`, a picture or a PDF of 10 MB at most, and an `id`, if it may be sent again: the same id with the same file is the same",
  tag,
  access: "account",
  response: Attachment,
  status: 201,
});

export const translateMessage = endpoint({
  method: "POST",
  path: "/api/conversations/:id/messages/:messageId/translation",
  effect: "read",
  summary: "A message in another language, by the assistant; 404 where there is none. Nothing of it is kept",
  tag,
  access: "account",
  owns: { conversation: ["host", "renter", "admin"] },
  params: z.extend(ConversationParams, { messageId: idOf("conversation_not_found") }),
  body: z.object({ language: Language }),
  response: z.object({ text: z.string(), language: Language }),
  status: 200,
});
