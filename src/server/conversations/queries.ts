import { interval } from "#server/db/sql-text.ts";
import { answerSoon } from "#domain/conversations/conversations.ts";
import { isAdministrator } from "#domain/people/permissions.ts";
import { hash } from "node:crypto";
import { and, eq, or, sql } from "drizzle-orm";
import type { Attachment } from "#domain/conversations/attachments.ts";
import type { InboxState, MessageSide, PeopleSide } from "#domain/conversations/conversations.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import type { Language } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { isBlockedText } from "#server/blocks/queries.ts";
import type { InstantPlace } from "#server/db/list-cursor.ts";
import { exactIsoText } from "#server/db/iso-text.ts";
import { personName } from "#server/db/person-name.ts";
import { conversations, messages } from "#server/db/schema/conversations.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import type { CarWithImages } from "#server/media/images/present.ts";
import { SqlConditions } from "#server/db/sql-conditions.ts";
import { addSearch } from "./search.ts";

/** A conversation whose newest message by its renter or visitor has waited longer than we promise. */
export const lateConversation = `(waiting_since < now() - ${interval(answerSoon)} and closed_at is null)`;

export type ConversationRow = typeof conversations.$inferSelect;
/** A message with its author's name. */
export type MessageRow = Pick<
  typeof messages.$inferSelect,
  "id" | "number" | "side" | "authorId" | "isInternal" | "isQuoted" | "text" | "language"
> & { createdAt: string; author: string | null };

type ListedPerson = { id: string | null; name: string; email: string; isSuspended: boolean };

/** A conversation with the names that its list shows. */
export type ListedConversation = {
  id: string;
  accountId: string | null;
  hostId: string | null;
  orderId: string | null;
  carId: string | null;
  orderNumber: string | null;
  carName: string | null;
  /** Whether its rental has gone on with another car than this conversation's host's. */
  isOfEarlierHost: boolean;
  rental: { car: string | null; status: OrderStatus; pickupDate: string; returnDate: string } | null;
  /** The order's car, to find its picture. */
  car: CarWithImages | null;
  subject: string;
  language: Language;
  lastAt: string;
  lastNumber: number;
  lastSide: MessageSide;
  lastAuthor: string | null;
  lastPreview: string;
  renterUnread: number;
  renterReadNumber: number;
  hostUnread: number;
  hostReadNumber: number;
  adminUnread: number;
  adminReadNumber: number;
  /** When one of us first wrote between a renter and a host. */
  adminJoinedAt: string | null;
  waitingSince: string | null;
  closedAt: string | null;
  isBlocked: boolean;
  /** Whether its last message came by the contact form, from an unconfirmed author. */
  lastIsQuoted: boolean;
  deniedAt: string | null;
  reportedAt: string | null;
  reportReason: string;
  reportedSide: MessageSide | null;
  /** The renter or the visitor; in a conversation between a host and us, the host. */
  person: ListedPerson;
  /** The host, only if there is a renter too. */
  host: (ListedPerson & { isBlocked: boolean }) | null;
  /** The name that the renter typed in the order, and the host's name. */
  renterName: string | null;
  hostName: string | null;
  assignedTo: { id: string; name: string } | null;
};

const columns = `
  c.id, c.account_id as "accountId", c.host_id as "hostId", c.order_id as "orderId", c.car_id as "carId", o.order_number as "orderNumber",
  cars.name as "carName", o.id is not null and c.host_id is distinct from o.host_id and c.host_id is not null as "isOfEarlierHost",
  case when o.id is not null then
    json_build_object('car', o.car_name, 'status', o.status, 'pickupDate', o.pickup_date, 'returnDate', o.return_date)
    end as rental,
  case when o.id is not null and cars.id is not null then json_build_object('brand', cars.brand,
    'bodyStyle', cars.body_style, 'colour', cars.colour, 'images', cars.images) end as car,
  c.subject, c.language, ${exactIsoText("c.last_at")} as "lastAt", c.last_number as "lastNumber",
  c.last_side as "lastSide", nullif(author.full_name, '') as "lastAuthor", c.last_preview as "lastPreview",
  c.renter_unread as "renterUnread", c.renter_read_number as "renterReadNumber",
  c.host_unread as "hostUnread", c.host_read_number as "hostReadNumber",
  ${exactIsoText("c.admin_joined_at")} as "adminJoinedAt", c.admin_unread as "adminUnread", c.admin_read_number as "adminReadNumber",
  ${exactIsoText("c.waiting_since")} as "waitingSince", ${exactIsoText("c.closed_at")} as "closedAt", 
  ${isBlockedText("coalesce(c.account_id, c.host_id)", "case when c.account_id is null and c.host_id is null then mailbox_of(c.visitor_email) end")} as "isBlocked",
  c.last_is_quoted as "lastIsQuoted", ${exactIsoText("c.denied_at")} as "deniedAt",
  ${exactIsoText("c.reported_at")} as "reportedAt", c.report_reason as "reportReason",
  c.reported_side as "reportedSide", coalesce(nullif(o.customer_name, ''), person.full_name) as "renterName",
  host.full_name as "hostName",
  case when c.account_id is not null and c.host_id is not null then json_build_object('id', host.id, 'name', ${personName("host")},
    'email', host.email, 'isSuspended', host.suspended_at is not null, 'isBlocked', ${isBlockedText("c.host_id", "null")}) end as host,
  json_build_object('id', person.id, 'name', coalesce(${personName("person")}, c.visitor_name),
    'email', coalesce(person.email, c.visitor_email),
    'isSuspended', person.suspended_at is not null) as person,
  case when keeper.id is not null then json_build_object('id', keeper.id, 'name', ${personName("keeper")}) end as "assignedTo"`;
const joins = `
  left join accounts person on person.id = coalesce(c.account_id, c.host_id)
  left join accounts host on host.id = c.host_id
  left join accounts author on author.id = c.last_author_id
  left join accounts keeper on keeper.id = c.assigned_to
  left join orders o on o.id = c.order_id
  left join cars on cars.id = coalesce(c.car_id, o.car_id)`;

/** We see messages between a renter and a host once we have joined them, or one side has reported the other. */
const isBetweenText = "c.account_id is not null and c.host_id is not null";
const isForUs = `(not (${isBetweenText}) or c.admin_joined_at is not null or c.reported_at is not null)`;

const stateConditions: Record<Exclude<InboxState, "mine">, string> = {
  open: `c.closed_at is null and ${isForUs}`,
  unassigned: `c.closed_at is null and c.assigned_to is null and ${isForUs}`,
  between: `c.closed_at is null and ${isBetweenText}`,
  waiting: "c.waiting_since is not null and c.closed_at is null",
  late: lateConversation,
  closed: "c.closed_at is not null",
};

/** Where the next page begins: the sort value and the id of the last row. */
type ConversationQuery = {
  search?: string | undefined;
  limit: number;
  after?: InstantPlace | undefined;
};

async function findPage(
  { rows }: Pick<Database, "rows">,
  wanted: SqlConditions,
  { search, limit, after, by = "last_at" }: ConversationQuery & { by?: "last_at" | "waiting_since" },
): Promise<ListedConversation[]> {
  const [than, order] = by === "last_at" ? ["<", "desc"] : [">", "asc"];
  if (after)
    wanted.add((at, id) => `(c.${by}, c.id) ${than} (${at}::timestamptz, ${id}::uuid)`, after.at, after.id);
  const text = `select ${columns} from (
       select * from conversations c where ${wanted.text} order by ${by} ${order}, id ${order} limit ${wanted.value(limit)}
     ) c ${joins} order by c.${by} ${order}, c.id ${order}`;
  // Planning five joins takes longer than reading: the statement has a name. A search is planned each time.
  const name = search ? undefined : `conversations-${hash("sha1", text)}`;
  return rows<ListedConversation>(text, wanted.parameters, name);
}

const columnOf: Record<PeopleSide, { account: string; unread: string }> = {
  renter: { account: "account_id", unread: "renter_unread" },
  host: { account: "host_id", unread: "host_unread" },
};

/** Somebody's own conversations on a side, the newest first. */
export async function findOwn(
  database: Pick<Database, "rows">,
  { accountId, side, order }: { accountId: string; side: PeopleSide; order?: string | undefined },
  asked: ConversationQuery,
): Promise<ListedConversation[]> {
  const wanted = new SqlConditions([]);
  wanted.add((account) => `c.${columnOf[side].account} = ${account}`, accountId);
  if (order) wanted.add((id) => `c.order_id = ${id}`, order);
  if (asked.search) await addSearch(database, wanted, asked.search, false);
  return findPage(database, wanted, asked);
}

/** Waiting conversations are sorted by the time they have waited since. */
export const isByWaiting = (state: InboxState): boolean => state === "waiting" || state === "late";

/** All conversations, for administrators; waiting ones with the longest wait first. */
export async function findInbox(
  database: Pick<Database, "rows">,
  {
    state,
    by,
    account,
    ...asked
  }: ConversationQuery & { state: InboxState; by: string; account?: string | undefined },
): Promise<ListedConversation[]> {
  const wanted = new SqlConditions(state === "mine" ? ["c.closed_at is null"] : [stateConditions[state]]);
  if (state === "mine") wanted.add((id) => `c.assigned_to = ${id}`, by);
  if (account) wanted.add((id, same) => `(c.account_id = ${id} or c.host_id = ${same})`, account, account);
  if (asked.search) await addSearch(database, wanted, asked.search, true);
  return findPage(database, wanted, { ...asked, by: isByWaiting(state) ? "waiting_since" : "last_at" });
}

export async function findListed(
  { rows }: Pick<Database, "rows">,
  id: string,
): Promise<ListedConversation | undefined> {
  const [found] = await rows<ListedConversation>(
    `select ${columns} from conversations c ${joins} where c.id = $1`,
    [id],
    "find-conversation",
  );
  return found;
}

/** A conversation with its row locked, so that a decision about it stays true to the transaction's end. */
export async function lockConversation(tx: Db, id: string): Promise<ConversationRow | undefined> {
  const [found] = await tx.select().from(conversations).where(eq(conversations.id, id)).for("update");
  return found;
}

/** A conversation with its row locked, found by the contact message that it began with. */
export async function lockConversationOfContact(tx: Db, id: string): Promise<ConversationRow | undefined> {
  const [found] = await tx
    .select()
    .from(conversations)
    .where(eq(conversations.contactMessageId, id))
    .for("update");
  return found;
}

/** A message of any conversation, by its id. */
export async function findMessage(db: Db, id: string): Promise<typeof messages.$inferSelect | undefined> {
  const [found] = await db.select().from(messages).where(eq(messages.id, id));
  return found;
}

/**
 * The messages before a number with their files, the newest first. The caller checks whether the reader may see
 * them at all; internal notes are for administrators, except in their own conversations.
 */
export const findMessages = (
  { rows }: Pick<Database, "rows">,
  conversationId: string,
  {
    limit,
    before,
    reader,
  }: { limit: number; before: number | undefined; reader: Pick<AccountRow, "id" | "role"> },
): Promise<(MessageRow & { attachments: Attachment[] })[]> =>
  rows(
    `select m.id, number, side, author_id as "authorId", is_internal as "isInternal", is_quoted as "isQuoted", text, m.language,
       ${exactIsoText("m.created_at")} as "createdAt",
       case when is_quoted then (select visitor_name from conversations where id = $1) else nullif(author.full_name, '') end as author,
       coalesce((select json_agg(json_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'bytes', f.bytes)
         order by f.created_at, f.id) from attachments f where f.message_id = m.id), '[]') as attachments
     from messages m left join accounts author on author.id = m.author_id
     where conversation_id = $1 and number < $2
       and (not is_internal or ($3 and not exists (select from conversations where id = $1 and $4 in (account_id, host_id))))
     order by number desc limit $5`,
    [conversationId, before ?? 2 ** 31 - 1, isAdministrator(reader), reader.id, limit],
    "messages-of-conversation",
  );

/** The messages of an account's conversations, for the export of its data. */
export const findMessagesToExport = (db: Db, accountId: string, most: number) =>
  db
    .select({
      subject: conversations.subject,
      as: sql<PeopleSide>`case when ${conversations.hostId} = ${accountId} then 'host' else 'renter' end`,
      from: messages.side,
      /** Whether the message came by the contact form, and the address's owner has said that they wrote it. */
      isQuoted: messages.isQuoted,
      text: messages.text,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        or(eq(conversations.accountId, accountId), eq(conversations.hostId, accountId)),
        sql`not ${messages.isInternal}`,
      ),
    )
    .orderBy(messages.createdAt, messages.number)
    .limit(most);

/** The number of an account's unread messages on a side. */
export async function countUnreadOf(
  { rows }: Pick<Database, "rows">,
  accountId: string,
  side: PeopleSide,
): Promise<number> {
  const { account, unread } = columnOf[side];
  const [counted] = await rows<{ unread: number }>(
    `select coalesce(sum(${unread}), 0)::int as unread from conversations where ${account} = $1 and ${unread} > 0`,
    [accountId],
    `count-unread-${side}`,
  );
  return counted?.unread ?? 0;
}
