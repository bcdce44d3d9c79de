import * as z from "zod/mini";
import { languages } from "#domain/languages.ts";
import { endpoint } from "./endpoint.ts";
import { requiredWords, unlessEmpty, Uuid, wholeNumber } from "./fields.ts";

export const messageStates = ["open", "answered"] as const;

/** What somebody wrote through the contact form, and what was answered. */
export const ContactMessage = z.object({
  id: Uuid,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  language: z.enum(languages),
  createdAt: z.string(),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  answeredBy: z.nullable(z.string()),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

const tag = "Back office: messages";

export const listMessages = endpoint({
  method: "GET",
  path: "/api/admin/messages",
  summary: "Messages to us, newest first",
  tag,
  access: "administrator",
  query: z.object({ state: unlessEmpty(z.enum(messageStates)), limit: unlessEmpty(wholeNumber(1, 100)), cursor: unlessEmpty(Uuid) }),
  response: z.array(ContactMessage),
  status: 200,
});

export const answerMessage = endpoint({
  method: "POST",
  path: "/api/admin/messages/:id/answer",
  summary: "Answer a message by a letter in its sender's language. Once: 409 when somebody answered meanwhile",
  tag,
  access: "administrator",
  params: z.object({ id: z.string() }),
  body: z.object({ text: requiredWords(5000) }),
  response: ContactMessage,
  status: 200,
});
