import { isDeepStrictEqual } from "node:util";
import { asc, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  addSavedReply,
  changeSavedReply,
  listSavedReplies,
  removeSavedReply,
  type SavedReply,
} from "#contract/admin/conversations.ts";
import { notFound } from "#contract/params.ts";
import type { AuditAction } from "#domain/audit/audited-actions.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { savedReplies } from "#server/db/schema/conversations.ts";
import { writtenBefore } from "#server/db/sent-before.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";

const mostReplies = 200;

/** Replies that administrators save for use in every conversation. */
export function savedReplyRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  serve(app, listSavedReplies, async () =>
    (
      await db
        .select()
        .from(savedReplies)
        .orderBy(asc(savedReplies.name), asc(savedReplies.id))
        .limit(mostReplies)
    ).map(presentReply),
  );

  serve(app, addSavedReply, async ({ body, signedIn }) => {
    const reply = { ...body, id: body.id ?? crypto.randomUUID() };
    const by = signedIn.account.id;
    const kept = await database.transaction(async (tx) => {
      const [written] = await tx
        .insert(savedReplies)
        .values({ ...reply, updatedBy: by })
        .onConflictDoNothing({ target: savedReplies.id })
        .returning();
      if (written) await auditReply(tx, by, "added", { after: written });
      return written;
    });
    const found = kept ?? (await db.select().from(savedReplies).where(eq(savedReplies.id, reply.id)))[0];
    if (!found) throw notFound("reply_not_found");
    return presentReply(writtenBefore(found, (known) => isDeepStrictEqual(presentReply(known), reply)));
  });

  serve(app, changeSavedReply, async ({ params, body, signedIn }) => {
    const by = signedIn.account.id;
    const kept = await database.transaction(async (tx) => {
      const before = await lockReply(tx, params.id);
      if (!before) throw notFound("reply_not_found");
      const [after] = await tx
        .update(savedReplies)
        .set({ ...body, updatedAt: new Date(now()), updatedBy: by })
        .where(eq(savedReplies.id, before.id))
        .returning();
      if (!after) throw notFound("reply_not_found");
      if (!isDeepStrictEqual(wordsOf(before), wordsOf(after)))
        await auditReply(tx, by, "changed", { before, after });
      return after;
    });
    return presentReply(kept);
  });

  serve(app, removeSavedReply, async ({ params, signedIn }) => {
    await database.transaction(async (tx) => {
      const before = await lockReply(tx, params.id);
      if (!before) return;
      await tx.delete(savedReplies).where(eq(savedReplies.id, before.id));
      await auditReply(tx, signedIn.account.id, "deleted", { before });
    });
    return { success: true };
  });
}

type ReplyRow = typeof savedReplies.$inferSelect;

async function lockReply(tx: Db, id: string): Promise<ReplyRow | undefined> {
  const [found] = await tx.select().from(savedReplies).where(eq(savedReplies.id, id)).for("update");
  return found;
}

const wordsOf = ({ name, textEn, textZh }: ReplyRow) => ({ name, textEn, textZh });

const auditReply = (
  tx: Db,
  actor: string,
  action: AuditAction<"reply">,
  { before, after }: { before?: ReplyRow; after?: ReplyRow },
): Promise<unknown> =>
  audit(tx, {
    actor,
    entity: "reply",
    entityId: (after ?? before)?.id ?? "",
    action,
    before: before && wordsOf(before),
    after: after && wordsOf(after),
  });

const presentReply = (row: ReplyRow): SavedReply => ({ id: row.id, ...wordsOf(row) });
