import * as z from "zod/mini";
import { longestContactMessage } from "#domain/fields/contact.ts";
import { endpoint } from "#contract/endpoint.ts";
import { requiredWords, unlessEmpty, Uuid, Language } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { byId } from "#contract/params.ts";

/** Open messages need an answer, waiting ones have needed it for too long, closed ones need none. */
export const messageStates = ["open", "waiting", "answered", "closed"] as const;

/** A message by the contact form, and its answer. */
export const ContactMessage = z.object({
  id: Uuid,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  language: Language,
  createdAt: z.string(),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  answeredBy: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  closedBy: z.nullable(z.string()),
  /** Anybody can type an address: its owner has not confirmed that they wrote this message. */
  isUnconfirmed: z.boolean(),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

const tag = "Admin: contact";

export const listMessages = endpoint({
  method: "GET",
  path: "/api/admin/messages",
  summary: "Messages to us, newest first",
  tag,
  access: "admin",
  query: z.object({
    state: unlessEmpty(z.enum(messageStates)),
    ...idPage,
  }),
  response: z.array(ContactMessage),
  status: 200,
});

export const answerMessage = endpoint({
  method: "POST",
  path: "/api/admin/messages/:id/answer",
  summary:
    "Answer a message by an email in its sender's language. Once: 409 when somebody answered meanwhile",
  tag,
  access: "admin",
  params: byId("message_not_found"),
  body: z.object({ text: requiredWords(longestContactMessage) }),
  response: ContactMessage,
  status: 200,
});

export const closeMessage = endpoint({
  method: "PUT",
  path: "/api/admin/messages/:id/closed",
  summary:
    "Set a message aside without an answer, as advertising is, or open it again. 409 when it has been answered",
  tag,
  access: "admin",
  params: byId("message_not_found"),
  body: z.object({ closed: z.boolean() }),
  response: ContactMessage,
  status: 200,
});
