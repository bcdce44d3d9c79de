import type { Conversation } from "#contract/conversations.ts";
import { m } from "#web/paraglide/messages.js";

/** What a conversation is about, in words. */
export function aboutWords({ kind, label }: Conversation["about"]): string {
  if (kind === "order") return m.conversations_about_order({ number: label });
  return kind === "car" ? label : m.conversations_about_support();
}
