import type { InboxConversation } from "#contract/admin/conversations.ts";
import { answerLatest, answerSoon } from "#domain/conversations/conversations.ts";
import { m } from "#web/paraglide/messages.js";
import { showAge } from "#web/ui/format/moment.ts";

/** Since when somebody waits, and whether that is longer than we promise. */
export function AnswerClock({ conversation: { waitingSince } }: { conversation: InboxConversation }) {
  if (!waitingSince) return null;
  return (
    <span className={`badge ${kindOf(waitingSince)}`}>{m.inbox_waits({ since: showAge(waitingSince) })}</span>
  );
}

function kindOf(since: string, now = Date.now()): string {
  const waited = now - Date.parse(since);
  if (waited > answerLatest) return "badge-bad";
  return waited > answerSoon ? "badge-pending" : "badge-plain";
}
