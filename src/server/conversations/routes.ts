import { isDeepStrictEqual } from "node:util";
import { eq, type SQL, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  beginConversation,
  blockConversation,
  confirmOrigin,
  countUnread,
  getConversation,
  listConversations,
  listMessagesOf,
  listUnconfirmed,
  readConversation,
  reportConversation,
  sendMessage,
} from "#contract/conversations.ts";
import { invalidField, Refusal } from "#contract/errors.ts";
import type { MessageSide } from "#domain/conversations/conversations.ts";
import { isBetween, type Parties } from "#domain/conversations/parties.ts";
import { hour, minute, secondsIn } from "#domain/durations.ts";
import type { Language } from "#domain/languages.ts";
import { mailboxOf } from "#domain/people/same-person.ts";
import { refuseBlocked } from "#server/blocks/queries.ts";
import { keepBlocked } from "#server/blocks/keep-blocked.ts";
import { conversations } from "#server/db/schema/conversations.ts";
import {
  isInteger,
  notOfThisList,
  placeParts,
  readInstantPlace,
  writeInstantPlace,
  writePlace,
} from "#server/db/list-cursor.ts";
import { lastOfFull, setNextLink } from "#server/http/pagination.ts";
import type { Db } from "#server/db/open-database.ts";
import { announce } from "#server/events/announce.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import type { Services } from "#server/services.ts";
import { conversationNotFound, sideAs } from "./access.ts";
import { begin, conversationOver } from "./begin.ts";
import { sayOrigin, findUnconfirmed } from "./origin.ts";
import { answerToVisitor, reportedEmail } from "./emails.ts";
import { findOver } from "./over.ts";
import { firstNamesOf, presentConversation, presentMessage } from "./present.ts";
import {
  type ConversationRow,
  countUnreadOf,
  findListed,
  findMessages,
  findOwn,
  type ListedConversation,
  lockConversation,
} from "./queries.ts";
import { translationRoute } from "./translate.ts";
import { attachmentsOf } from "./uploads.ts";
import { writeMessage } from "./write-message.ts";

const usualPage = 30;
const usualMessages = 50;

/** The limits of one account's messages; a report, which every administrator sees at once, counts as one. */
const limits = (id: string) => [
  { key: `messages of ${id}`, most: 20, seconds: secondsIn(minute) },
  { key: `messages of ${id} an hour`, most: 200, seconds: secondsIn(hour) },
];
const beginLimits = (id: string) => [
  { key: `conversations of ${id}`, most: 10, seconds: secondsIn(hour) },
  ...limits(id),
];
const tooMany =
  "You have written many messages in a short time. Please wait a moment, then send this one again.";

// oxlint-disable-next-line max-lines-per-function -- the routes of one feature, one after the other
export function conversationRoutes(app: FastifyInstance, services: Services): void {
  const { database, outbox, config, now } = services;
  const { db } = database;
  const find = (id: string) => findListed(database, id);
  const load = async (id: string) => {
    const conversation = await find(id);
    if (!conversation) throw conversationNotFound();
    return conversation;
  };
  const lock = async (tx: Db, id: string) => {
    const conversation = await lockConversation(tx, id);
    if (!conversation) throw conversationNotFound();
    return conversation;
  };
  const canTranslate = services.assistant !== undefined;
  const show = async (row: ListedConversation, side: MessageSide, reads: Language) => {
    const over = await findOver(db, [row], now());
    return presentConversation(services, row, { side, reads, isOver: over.has(row.id) });
  };
  translationRoute(app, services);

  serve(app, listConversations, async ({ query, signedIn, request, reply }) => {
    const { account } = signedIn;
    const { search, order, as: side = "renter", limit = usualPage, cursor } = query;
    const own = { accountId: account.id, side, order };
    const [found, unread] = await Promise.all([
      findOwn(database, own, {
        search,
        limit,
        after: cursor === undefined ? undefined : readInstantPlace(cursor),
      }),
      countUnreadOf(database, account.id, side),
    ]);
    const over = await findOver(db, found, now());
    reply.header("x-count-unread", String(unread));
    const last = lastOfFull(found, limit);
    setNextLink(request, reply, last && writeInstantPlace({ at: last.lastAt, id: last.id }));
    const reads = visitorLanguage(request);
    return found.map((row) => presentConversation(services, row, { side, reads, isOver: over.has(row.id) }));
  });

  serve(app, countUnread, async ({ query, signedIn }) => {
    return { unread: await countUnreadOf(database, signedIn.account.id, query.as ?? "renter") };
  });

  serve(app, listUnconfirmed, async ({ signedIn }) => {
    return findUnconfirmed(database, signedIn.account.email);
  });

  serve(app, confirmOrigin, async ({ params, body, signedIn: { account } }) => {
    await sayOrigin(services, params.id, account, body.isMine);
    return { success: true };
  });

  serve(app, beginConversation, async ({ body, signedIn: { account }, request }) => {
    await refuseOver(services, beginLimits(account.id), tooMany);
    const row = await find(await begin(services, body, account, visitorLanguage(request)));
    if (!row) throw conversationNotFound();
    return show(row, body.as ?? "renter", visitorLanguage(request));
  });

  serve(app, getConversation, async ({ owned, request }) => {
    return show(await load(owned.id), sideAs(owned.relation), visitorLanguage(request));
  });

  serve(app, listMessagesOf, async ({ owned, query, signedIn: { account }, request, reply }) => {
    const { limit = usualMessages, cursor } = query;
    const before = cursor ? readNumber(cursor) : undefined;
    const found = await findMessages(database, owned.id, { limit, before, reader: account });
    const last = lastOfFull(found, limit);
    setNextLink(request, reply, last && last.number > 1 ? writePlace([last.number]) : undefined);
    const reads = visitorLanguage(request);
    const conversation = owned.relation === "admin" ? undefined : await load(owned.id);
    // A renter and a host see one another's first names; in conversations with us all names are whole.
    const names = conversation && isBetween(conversation) ? firstNamesOf(conversation) : undefined;
    return found.map((row) =>
      presentMessage(row, account.id, { attachments: row.attachments, canTranslate, reads, names }),
    );
  });

  serve(app, sendMessage, async ({ owned, body, signedIn: { account }, request }) => {
    await refuseOver(services, limits(account.id), tooMany);
    const side = sideAs(owned.relation);
    const written = await database.transaction(async (tx) => {
      const conversation = await lock(tx, owned.id);
      if (body.isInternal && side !== "admin")
        throw new Refusal("forbidden", "Only administrators can write notes.");
      if (side !== "admin") {
        await refuseBlocked(tx, "message", account.id, lineToUs(conversation));
        if ((await findOver(tx, [conversation], now())).size > 0) throw conversationOver();
      }
      const author = { account, side, reads: visitorLanguage(request) };
      const message = await writeMessage(tx, conversation, body, author, new Date(now()));
      const { accountId, visitorEmail: email, visitorName: name } = conversation;
      // A visitor without an account gets the message as an email; sending it again mails it no second time.
      if (!accountId && email && !body.isInternal && message.number > conversation.lastNumber)
        await outbox.post(tx, [
          answerToVisitor(config.publicUrl, { ...conversation, email, name: name ?? "" }, body.text),
        ]);
      return message;
    });
    const files = await attachmentsOf(db, [written.id]);
    return presentMessage(
      { ...written, createdAt: written.createdAt.toISOString(), author: account.fullName || null },
      account.id,
      { attachments: files.get(written.id), canTranslate, reads: visitorLanguage(request) },
    );
  });

  serve(app, readConversation, async ({ owned, body, signedIn: { account } }) => {
    await database.transaction(async (tx) => {
      const conversation = await lock(tx, owned.id);
      await keepRead(tx, conversation, sideAs(owned.relation), body?.number ?? conversation.lastNumber);
    });
    const side = owned.relation === "host" ? "host" : "renter";
    return { unread: await countUnreadOf(database, account.id, side) };
  });

  serve(app, reportConversation, async ({ owned, body, signedIn: { account }, request }) => {
    const conversation = await load(owned.id);
    const side = sideAs(owned.relation);
    if (side !== "admin") await refuseBlocked(db, "report", account.id, lineToUs(conversation));
    await refuseOver(services, limits(account.id), tooMany);
    const reason = body?.reason ?? "";
    await database.transaction(async (tx) => {
      const { reportedAt } = await lock(tx, conversation.id);
      await keepReported(tx, conversation.id, { reason, side, at: new Date(now()) });
      // A repeated report opens the conversation in the inbox again, but sends no second email.
      if (!reportedAt) await outbox.post(tx, [reportedEmail(config, conversation, { side, reason })]);
      await announce(tx, { kind: "alert", conversationId: conversation.id, admins: "administrator" });
    });
    return show(await load(conversation.id), side, visitorLanguage(request));
  });

  serve(app, blockConversation, async ({ owned, body, signedIn: { account }, request }) => {
    const conversation = await load(owned.id);
    const side = sideAs(owned.relation);
    if (side !== "admin")
      throw new Refusal("block_not_possible", "Only our team can block someone in a conversation.");
    const { hostId, person } = conversation;
    // Between a renter and a host, the renter is blocked unless the host is named.
    const accountId = body?.side === "host" ? hostId : (conversation.accountId ?? hostId);
    if (body?.side === "renter" && conversation.accountId === null && hostId !== null)
      throw invalidField("side", "has nobody in this conversation");
    if (body?.side === "host" && hostId === null)
      throw invalidField("side", "has nobody in this conversation");
    await database.transaction(async (tx) => {
      await keepBlocked(tx, accountId ? { accountId } : { address: mailboxOf(person.email) }, {
        isBlocked: body?.isBlocked ?? true,
        by: account.id,
      });
      await announce(tx, {
        kind: "message",
        conversationId: conversation.id,
        to: [accountId],
        admins: "administrator",
      });
    });
    return show(await load(conversation.id), side, visitorLanguage(request));
  });
}

/** A reported conversation is open, waits for us, and is unread again, no matter who takes care of it. */
const keepReported = (
  tx: Db,
  id: string,
  { reason, side, at }: { reason: string; side: MessageSide; at: Date },
): Promise<unknown> =>
  tx
    .update(conversations)
    .set({
      reportedAt: at,
      reportReason: reason,
      reportedSide: side,
      closedAt: null,
      waitingSince: sql`coalesce(${conversations.waitingSince}, ${at.toISOString()}::timestamptz)`,
      adminUnread: sql`greatest(${conversations.adminUnread}, 1)`,
    })
    .where(eq(conversations.id, id));

/** A conversation about an open order is a line to us, unless it is between the renter and the host. */
const lineToUs = (conversation: Parties & { orderId: string | null }) =>
  isBetween(conversation) ? {} : conversation;

/** The messages that stay unread: their number, and the time of the first one. */
type UnreadMessages = { count: SQL<number>; since: SQL<Date | null> };
const readColumns = {
  renter: (number: number, { count, since }: UnreadMessages) => ({
    renterReadNumber: number,
    renterUnread: count,
    renterUnreadSince: since,
  }),
  host: (number: number, { count, since }: UnreadMessages) => ({
    hostReadNumber: number,
    hostUnread: count,
    hostUnreadSince: since,
  }),
  admin: (number: number, { count }: UnreadMessages) => ({ adminReadNumber: number, adminUnread: count }),
} satisfies Record<MessageSide, unknown>;
const readBefore = {
  renter: ({ renterReadNumber, renterUnread }) => ({ number: renterReadNumber, unread: renterUnread }),
  host: ({ hostReadNumber, hostUnread }) => ({ number: hostReadNumber, unread: hostUnread }),
  admin: ({ adminReadNumber, adminUnread }) => ({ number: adminReadNumber, unread: adminUnread }),
} satisfies Record<MessageSide, (row: ConversationRow) => { number: number; unread: number }>;

/**
 * Marks messages as read up to a number; later ones stay unread. A report counts as unread for us without a new
 * message: reading any message again marks it as read.
 */
async function keepRead(tx: Db, row: ConversationRow, side: MessageSide, upTo: number): Promise<void> {
  const before = readBefore[side](row);
  const number = Math.max(Math.min(upTo, row.lastNumber), before.number);
  if (number === before.number && before.unread === 0) return;
  const unread = sql`from messages m where m.conversation_id = ${row.id}
    and m.number > ${number} and not m.is_internal and m.side <> ${side}`;
  const left = {
    count: sql<number>`(select count(*)::int ${unread})`,
    since: sql<Date | null>`(select min(m.created_at) ${unread})`,
  };
  const [after] = await tx
    .update(conversations)
    .set(readColumns[side](number, left))
    .where(eq(conversations.id, row.id))
    .returning();
  if (!after || isDeepStrictEqual(readBefore[side](after), before)) return;
  await announce(tx, {
    kind: "read",
    conversationId: row.id,
    to: [row.accountId, row.hostId],
    admins: "administrator",
  });
}

/** The number of a message that a cursor names. Throws a Refusal for any other cursor. */
function readNumber(cursor: string): number {
  const [number] = placeParts(cursor);
  if (!isInteger(number)) throw notOfThisList();
  return number;
}
