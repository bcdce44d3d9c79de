import * as z from "zod/mini";
import { contactFields } from "#domain/fields/contact.ts";
import { endpoint } from "./endpoint.ts";
import { schemasOf, Language } from "./fields.ts";

/** The answer to a form that was accepted. */
export const MessageReceived = z.object({ success: z.boolean(), message: z.string() });
export type MessageReceived = z.infer<typeof MessageReceived>;

export const ContactRequest = z.object({
  ...schemasOf(contactFields),
  language: z.optional(Language),
});
export type ContactRequest = z.infer<typeof ContactRequest>;

export const sendContactMessage = endpoint({
  method: "POST",
  path: "/api/contact",
  summary: "Write to us",
  tag: "Contact",
  access: "public",
  body: ContactRequest,
  response: MessageReceived,
  status: 200,
});
