import { and, eq } from "drizzle-orm";
import type { beginConversation } from "#contract/conversations.ts";
import type { BodyRead } from "#contract/endpoint.ts";
import { invalidField, Refusal } from "#contract/errors.ts";
import type { PeopleSide } from "#domain/conversations/conversations.ts";
import { type Language, languageOf } from "#domain/languages.ts";
import { isBetween } from "#domain/conversations/parties.ts";
import { hostViewOf } from "#domain/orders/host-requests.ts";
import { isReportable } from "#domain/charges/charges.ts";
import { isHosting } from "#domain/people/relations.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { refuseBlocked } from "#server/blocks/queries.ts";
import { conversations } from "#server/db/schema/conversations.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { findEarlierCars } from "#server/rentals/earlier-cars.ts";
import { type Services, today } from "#server/services.ts";
import { tellOfIncident } from "./incident-emails.ts";
import { findOver } from "./over.ts";
import { type ConversationRow, findMessage, lockConversation } from "./queries.ts";
import { messageIdUsed, writeMessage } from "./write-message.ts";

type NewConversation = BodyRead<typeof beginConversation>;

/**
 * Begins a conversation with its first message, about an order of the account, a car or nothing in particular, and
 * returns its id. A repeated id with the same message begins no second one. A renter and a host have one
 * conversation about an order: a new message continues it. Throws a Refusal.
 */
export function begin(
  services: Pick<Services, "config" | "database" | "now" | "outbox">,
  {
    id = crypto.randomUUID(),
    about = {},
    as = "renter",
    to = "admin",
    report,
    subject,
    message,
  }: NewConversation,
  account: AccountRow,
  reads: Language,
): Promise<string> {
  return services.database.transaction(async (tx) => {
    const at = new Date(services.now());
    const found = await topicOf(tx, about === "support" ? {} : about, { account, as, to, at });
    if (report && (as !== "renter" || to !== "admin" || !found.order))
      throw invalidField("report", "is about a rental of one's own, and to us");
    const topic = { ...found.parties, orderId: found.order?.id ?? null, carId: found.carId };
    await refuseBlocked(tx, "conversation", account.id, isBetween(topic) ? {} : { orderId: topic.orderId });
    const begun = await tx
      .insert(conversations)
      .values({
        id,
        ...topic,
        subject: found.subject ?? subject,
        report: report ?? null,
        language: languageOf(message.text, reads),
        createdAt: at,
        lastAt: at,
        lastSide: as,
        lastPreview: "",
      })
      .onConflictDoNothing()
      .returning({ id: conversations.id });
    const conversation = isBetween(topic) ? await lockBetween(tx, topic) : await lockConversation(tx, id);
    const isAgain = begun.length === 0;
    if (!conversation || !isSame(conversation, { ...topic, subject: found.subject ?? subject }))
      throw messageIdUsed();
    const reported = report && found.order && !isAgain ? { kind: report, order: found.order } : undefined;
    if (reported && !isReportable(reported.order, today(services)))
      throw new Refusal(
        "report_not_possible",
        "An accident or a breakdown can be reported from the handover until 7 days after the return. You can still write to us about anything else.",
      );
    // A conversation begun before must already hold this message, unless it is a renter's and a host's.
    if (isAgain && !isBetween(topic) && !(message.id && (await findMessage(tx, message.id))))
      throw messageIdUsed();
    await writeMessage(tx, conversation, message, { account, side: as, reads }, at);
    if (reported)
      await tellOfIncident(services, tx, {
        ...reported,
        at,
        conversationId: conversation.id,
        text: message.text,
        files: new Set(message.attachments).size,
      });
    return conversation.id;
  });
}

type ConversationTopic = Pick<ConversationRow, "accountId" | "hostId" | "orderId" | "carId">;

const isSame = (row: ConversationRow, wanted: ConversationTopic & { subject: string }): boolean =>
  row.accountId === wanted.accountId &&
  row.hostId === wanted.hostId &&
  row.orderId === wanted.orderId &&
  (isBetween(row) || row.carId === wanted.carId) &&
  row.subject === wanted.subject;

async function lockBetween(
  tx: Db,
  { accountId, hostId, orderId }: ConversationTopic,
): Promise<ConversationRow | undefined> {
  if (accountId === null || hostId === null || orderId === null) return undefined;
  const [found] = await tx
    .select()
    .from(conversations)
    .where(
      and(
        eq(conversations.orderId, orderId),
        eq(conversations.hostId, hostId),
        eq(conversations.accountId, accountId),
      ),
    )
    .for("update");
  return found;
}

type Writer = { account: AccountRow; as: PeopleSide; to: "admin" | PeopleSide; at: Date };
type Topic = {
  parties: Pick<ConversationRow, "accountId" | "hostId">;
  order?: OrderRow;
  carId: string | null;
  /** Between a renter and a host the subject is the order's number, which reads alike in both languages. */
  subject?: string;
};

async function topicOf(
  tx: Db,
  { orderId, carId }: Exclude<NonNullable<NewConversation["about"]>, string>,
  { account, as, to, at }: Writer,
): Promise<Topic> {
  const parties =
    as === "host" ? { accountId: null, hostId: account.id } : { accountId: account.id, hostId: null };
  if (to === as) throw invalidField("to", "is the side that writes");
  if (orderId) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    // The host of an earlier car writes about that car, and learns nothing of the next one.
    const earlier =
      order && as === "host" && order.hostId !== account.id
        ? (await findEarlierCars(tx, order.id, account.id)).at(-1)
        : undefined;
    const isOwn =
      order &&
      (as === "host"
        ? earlier || (order.hostId === account.id && hostViewOf(order, at.getTime()) !== "nothing")
        : order.accountId === account.id);
    if (!isOwn) throw invalidField("orderId", "is no order of yours");
    const { accountId } = order;
    const { hostId, carId } = earlier ?? order;
    if (to === "admin") return { parties, order, carId };
    if (accountId === null)
      throw new Refusal(
        "renter_without_account",
        "This renter has no account yet, so messages can't reach them here. Write to us, and we'll ask them by email.",
      );
    if (hostId === null) throw invalidField("to", "is somebody this order hasn't got");
    const between = { id: orderId, orderId, accountId, hostId };
    if ((await findOver(tx, [between], at.getTime())).size > 0) throw conversationOver();
    return { parties: { accountId, hostId }, order, carId, subject: order.orderNumber };
  }
  if (to !== "admin") throw invalidField("orderId", "is needed to write to a renter or a host");
  if (as === "host" && !isHosting(account) && !carId)
    throw new Refusal("host_not_approved", "Only hosts can do this.");
  if (!carId) return { parties, carId: null };
  const [car] = await tx.select({ id: cars.id, hostId: cars.hostId }).from(cars).where(eq(cars.id, carId));
  if (!car || (as === "host" && car.hostId !== account.id)) throw invalidField("carId", "is no car of ours");
  return { parties, carId };
}

export const conversationOver = (): Refusal =>
  new Refusal(
    "conversation_over",
    "Renter and host can write to each other from the request until 7 days after the rental. You can still write to us.",
  );
