import type { AccountRow } from "#server/auth/accounts.ts";
import { largestAttachment, sizeName } from "#domain/file-limits.ts";
import { day } from "#domain/durations.ts";
import { isHosting, isOwnedBy, relationTo } from "#domain/people/relations.ts";
import { readFile } from "node:fs/promises";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { uploadAttachment } from "#contract/conversations.ts";
import { invalidField, Refusal } from "#contract/errors.ts";
import { type AttachmentKind, presentAttachment } from "#domain/conversations/attachments.ts";
import { servedFiles } from "#domain/file-names.ts";
import { attachments, conversations, messages } from "#server/db/schema/conversations.ts";
import { charges } from "#server/db/schema/money/charges.ts";
import { refuseBlocked } from "#server/blocks/queries.ts";
import { drivenAtMessage } from "#server/db/driven-at.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Db } from "#server/db/open-database.ts";
import { fileSentBefore } from "#server/db/sent-before.ts";
import { keyedHash } from "#server/http/client-key.ts";
import { imageType } from "#server/files/image-type.ts";
import { isPdf } from "#server/files/is-pdf.ts";
import { countFile } from "#server/http/file-quota.ts";
import { forEachPart, isLargerThan, shownFileName } from "#server/http/multipart-parts.ts";
import { privateFile, savedAs } from "#server/http/private-file.ts";
import { requireAccess, serve } from "#server/http/serve.ts";
import { keepUpload, type KeptUpload } from "#server/http/upload-files.ts";
import {
  keepContent,
  type ContentFolder,
  readContent,
  removeContent,
  tidyContent,
} from "#server/media/sealed/content.ts";
import { queuePicture } from "#server/media/sealed/make-picture.ts";
import { openContent, sealContent } from "#server/media/sealed/sealing.ts";
import type { Services } from "#server/services.ts";
import { sideOf } from "./access.ts";
import { refuseWithoutRoom } from "./room-for-files.ts";

const place: ContentFolder = "attachments";

type AttachmentRow = typeof attachments.$inferSelect;

/** Files for messages: received, re-encoded, kept sealed, and shown to everybody who may read the message. */
export function attachmentRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(
    app,
    uploadAttachment,
    async ({ request, signedIn: { account } }) => {
      await refuseBlocked(database.db, "attachment", account.id);
      await refuseWithoutRoom(services, account);
      const { id, upload } = await receive(services, request);
      try {
        return presentAttachment(
          await queuePicture(account.id, async () => {
            const bytes = await readFile(upload.path);
            await countFile(services, account.id, bytes.length);
            return keepAttachment(services, account.id, { id, name: upload.name, bytes });
          }),
        );
      } finally {
        await upload.drop();
      }
    },
    { isUpload: true },
  );

  app.get<{ Params: { id: string } }>(
    "/api/uploads/:id/content",
    { schema: { hide: true }, onRequest: requireAccess(app, { access: "account" }) },
    async (request, reply) => {
      const account = (await app.authorise(request, { access: "account" }))?.account;
      const row = account && (await visible(database.db, request.params.id, account));
      if (!row) throw notFound();
      const sealed = await readContent(services, place, row.contentId);
      if (!sealed) throw new Refusal("unavailable", "This file can't be opened right now.");
      return reply
        .type(servedFiles[row.kind].type)
        .headers({ ...privateFile, ...savedAs(presentAttachment(row).name) })
        .send(openContent(services, row.contentId, sealed));
    },
  );
}

/** A file that the reader may see: their own, a readable message's, their car's report's or charge's. */
async function visible(
  db: Db,
  id: string,
  reader: Pick<AccountRow, "id" | "role" | "hostingSince" | "suspendedAt">,
): Promise<AttachmentRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [found] = await db
    .select({
      row: attachments,
      isInternal: messages.isInternal,
      side: messages.side,
      accountId: conversations.accountId,
      conversationHostId: conversations.hostId,
      report: conversations.report,
      renterId: orders.accountId,
      // A host sees evidence of charges for their own car, and files of a report sent while their car was driven.
      hostId: sql<
        string | null
      >`case when ${charges.id} is null then driven.host_id when own.number is null then ${orders.hostId} else own.host_id end`,
    })
    .from(attachments)
    .leftJoin(messages, eq(messages.id, attachments.messageId))
    .leftJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(charges, eq(charges.id, attachments.chargeId))
    .leftJoin(orders, eq(orders.id, sql`coalesce(${charges.orderId}, ${conversations.orderId})`))
    .leftJoin(
      sql`order_stretches own`,
      sql`own.order_id = ${charges.orderId} and own.number = ${charges.stretch}`,
    )
    .leftJoin(sql`${sql.raw(drivenAtMessage)} driven`, sql`true`)
    .where(eq(attachments.id, id));
  if (!found) return undefined;
  if (found.row.accountId === reader.id) return found.row;
  if (found.row.chargeId)
    return relationTo({ accountId: found.renterId, hostId: found.hostId }, reader) ? found.row : undefined;
  // A renter's picture of an accident shows the host's own car, and may become the host's evidence.
  const isHosts = isHosting(reader) && isOwnedBy({ accountId: found.hostId }, reader.id);
  if (found.report && found.side === "renter" && isHosts) return found.row;
  const side = found.row.messageId
    ? sideOf({ accountId: found.accountId, hostId: found.conversationHostId }, reader)
    : undefined;
  return side && (side === "admin" || !found.isInternal) ? found.row : undefined;
}

async function receive(
  services: Services,
  request: FastifyRequest,
): Promise<{ id: string; upload: KeptUpload & { name: string } }> {
  const tooLarge = () => new Refusal("too_large", `Files can be up to ${sizeName(largestAttachment)}.`);
  if (isLargerThan(request, largestAttachment)) throw tooLarge();
  let upload: (KeptUpload & { name: string }) | undefined;
  let id: unknown;
  try {
    await forEachPart(
      request,
      async (part) => {
        if (part.type === "field") {
          if (part.fieldname === "id") id = part.value;
          return;
        }
        if (part.fieldname !== "file" || upload)
          throw new Refusal("file_refused", "Send one file in the file field.");
        upload = { ...(await keepUpload(services.config.dataDir, part)), name: shownFileName(part.filename) };
      },
      { fileSize: largestAttachment, files: 1, parts: 5 },
    );
    if (!upload) throw new Refusal("file_refused", "Send one file in the file field.");
    if (upload.isTruncated) throw tooLarge();
    id ??= crypto.randomUUID();
    if (typeof id !== "string" || !isUuid(id)) throw invalidField("id", "must be a UUID");
    return { id: id.toLowerCase(), upload };
  } catch (error) {
    await upload?.drop();
    throw error;
  }
}

/**
 * Keeps a file; the same id with the same bytes is the same file, which the hash of the sent bytes shows. Throws a
 * Refusal.
 */
export async function keepAttachment(
  services: Services,
  accountId: string,
  { id, name, bytes }: { id: string; name: string; bytes: Buffer },
): Promise<AttachmentRow> {
  const { db } = services.database;
  const requestHash = keyedHash(services, `attachment ${bytes.toString("base64")}`);
  const known = async () => (await db.select().from(attachments).where(eq(attachments.id, id)))[0];
  const before = await known();
  if (before) return fileSentBefore(before, accountId, requestHash);
  const { kind, content } = await makeAnew(services, accountId, bytes);
  const contentId = crypto.randomUUID();
  await keepContent(services, place, contentId, sealContent(services, contentId, content));
  const [kept] = await db
    .insert(attachments)
    .values({
      id,
      accountId,
      kind,
      name,
      contentId,
      requestHash,
      bytes: content.length,
      createdAt: new Date(services.now()),
    })
    .onConflictDoNothing({ target: attachments.id })
    .returning();
  if (kept) return kept;
  await removeContent(services, place, contentId).catch(() => undefined);
  const meanwhile = await known();
  if (!meanwhile) throw new Error("The file's row is gone");
  return fileSentBefore(meanwhile, accountId, requestHash);
}

/** Neither is kept as it was sent: a picture is re-encoded, a PDF rewritten from its pages. */
async function makeAnew(
  { imageStore }: Services,
  accountId: string,
  bytes: Buffer,
): Promise<{ kind: AttachmentKind; content: Uint8Array }> {
  const kind = isPdf(bytes) && !imageType(bytes) ? "pdf" : "image";
  const made =
    kind === "pdf"
      ? await imageStore.sanitizePdf(bytes, { by: accountId })
      : await imageStore.recode(bytes, accountId);
  if (!("error" in made)) return { kind, content: made.content };
  const message =
    kind === "pdf"
      ? "This PDF is broken, locked, too long, or holds a script or another file."
      : "Send a picture (JPEG, PNG, WebP, HEIC; at most 50 million pixels and 20,000 on a side) or a PDF.";
  throw new Refusal("file_refused", message, { fields: { file: { code: made.error, message } } });
}

/** Attaches files to a message of the same author; a file goes with one message only. Throws a Refusal. */
export async function attach(
  tx: Db,
  messageId: string,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const taken = await tx
    .update(attachments)
    .set({ messageId })
    .where(
      and(
        inArray(attachments.id, [...ids]),
        eq(attachments.accountId, accountId),
        isNull(attachments.chargeId),
        or(isNull(attachments.messageId), eq(attachments.messageId, messageId)),
      ),
    )
    .returning({ id: attachments.id });
  if (taken.length !== new Set(ids).size)
    throw invalidField("attachments", "are no files of yours, or went with another message");
}

export async function attachmentsOf(
  db: Db,
  messageIds: readonly string[],
): Promise<Map<string, AttachmentRow[]>> {
  const rows = messageIds.length
    ? await db
        .select()
        .from(attachments)
        .where(inArray(attachments.messageId, [...messageIds]))
        .orderBy(attachments.createdAt, attachments.id)
    : [];
  const found = new Map<string, AttachmentRow[]>();
  for (const row of rows)
    if (row.messageId) found.set(row.messageId, [...(found.get(row.messageId) ?? []), row]);
  return found;
}

/** The hour's job: files that went with nothing in a day go, then the content that has no row. */
export async function tidyAttachments(services: Services): Promise<void> {
  const { db } = services.database;
  await db
    .delete(attachments)
    .where(
      and(
        isNull(attachments.messageId),
        isNull(attachments.chargeId),
        sql`${attachments.createdAt} < ${new Date(services.now() - day).toISOString()}::timestamptz`,
      ),
    );
  await tidyContent(services, place, async (contentIds) =>
    (
      await db
        .select({ id: attachments.contentId })
        .from(attachments)
        .where(inArray(attachments.contentId, contentIds))
    ).map(({ id }) => id),
  );
}

const notFound = (): Refusal => new Refusal("document_not_found", "There is no such file.");
