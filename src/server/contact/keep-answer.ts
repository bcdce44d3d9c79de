import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { conversations } from "#server/db/schema/conversations.ts";
import { contactMessages } from "#server/db/schema/mail.ts";

/** Sets a message aside, or back, unless it has been answered. */
export async function keepClosed(
  db: Db,
  id: string,
  closed: { closedAt: Date; closedBy: string } | undefined,
): Promise<boolean> {
  const kept = await db
    .update(contactMessages)
    .set(closed ?? { closedAt: null, closedBy: null })
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.answeredAt)))
    .returning({ id: contactMessages.id });
  if (kept.length > 0)
    await db
      .update(conversations)
      .set({ closedAt: closed?.closedAt ?? null, ...(closed && { waitingSince: null, adminUnread: 0 }) })
      .where(eq(conversations.contactMessageId, id));
  return kept.length > 0;
}

/** Keeps an answer, unless the message already has one. */
export async function keepAnswer(
  tx: Db,
  id: string,
  answer: { answer: string; answeredAt: Date; answeredBy: string },
): Promise<boolean> {
  const kept = await tx
    .update(contactMessages)
    .set({ ...answer, closedAt: null, closedBy: null })
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.answeredAt)))
    .returning({ id: contactMessages.id });
  return kept.length > 0;
}
