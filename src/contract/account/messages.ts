import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Uuid } from "#contract/fields.ts";

/** A message that the caller wrote to us by the contact form, signed in or confirmed later, with our answers. */
export const OwnMessage = z.object({
  id: Uuid,
  /** Who wrote last. */
  from: z.enum(["you", "longbay"]),
  subject: z.string(),
  preview: z.string(),
  timestamp: z.string(),
  message: z.string(),
  answer: z.nullable(z.string()),
});
export type OwnMessage = z.infer<typeof OwnMessage>;

export const listOwnMessages = endpoint({
  method: "GET",
  path: "/api/account/messages",
  summary: "What one has written to us by the contact form, with our answers, the newest first",
  tag: "Conversations",
  access: "account",
  response: z.array(OwnMessage),
  status: 200,
});
