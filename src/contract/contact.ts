import * as z from "zod/mini";
import { languages } from "#domain/languages.ts";
import { endpoint } from "./endpoint.ts";
import { EmailAddress, line, requiredLine, requiredWords } from "./fields.ts";

/** What a form answers when it was taken. */
export const Taken = z.object({ success: z.boolean(), message: z.string() });
export type Taken = z.infer<typeof Taken>;

/**
 * A message to us. `website` is a field that no person sees: what fills it in is a program, and is answered
 * without being heard.
 */
export const ContactRequest = z.object({
  name: requiredLine(120),
  email: EmailAddress,
  phone: z.optional(line(40)),
  subject: requiredLine(160),
  message: requiredWords(5000),
  language: z.optional(z.enum(languages)),
  website: z.optional(z.string()),
});
export type ContactRequest = z.infer<typeof ContactRequest>;

export const sendContactMessage = endpoint({
  method: "POST",
  path: "/api/contact",
  summary: "Write to us",
  tag: "Contact",
  access: "public",
  body: ContactRequest,
  response: Taken,
  status: 200,
});
