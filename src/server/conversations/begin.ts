import { eq } from "drizzle-orm";
import type { beginConversation } from "#contract/conversations.ts";
import type { BodyRead } from "#contract/endpoint.ts";
import { invalidField } from "#contract/errors.ts";
import { languageOf } from "#domain/conversations/conversations.ts";
import type { Language } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { refuseBlocked } from "#server/blocks/queries.ts";
import { conversations } from "#server/db/schema/conversations.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";
import { type ConversationRow, findMessage, lockConversation } from "./queries.ts";
import { idUsed, writeMessage } from "./write-message.ts";

type NewConversation = BodyRead<typeof beginConversation>;

/**
 * Begins a conversation with its first message, about an order of one's own, a car or nothing in particular, and
 * answers its id. The same id with the same message again is the same conversation. Throws a Refusal.
 */
export function begin(
  { database, now }: Pick<Services, "database" | "now">,
  { id = crypto.randomUUID(), about = {}, subject, message }: NewConversation,
  account: AccountRow,
  reads: Language,
): Promise<string> {
  return database.transaction(async (tx) => {
    const { orderId, carId } = await aboutWhat(tx, about === "support" ? {} : about, account.id);
    await refuseBlocked(tx, "conversation", account.id, { orderId });
    const at = new Date(now());
    const begun = await tx
      .insert(conversations)
      .values({
        id,
        accountId: account.id,
        orderId,
        carId,
        subject,
        language: languageOf(message.text, reads),
        createdAt: at,
        lastAt: at,
        lastSide: "renter",
        lastPreview: "",
      })
      .onConflictDoNothing({ target: conversations.id })
      .returning({ id: conversations.id });
    const conversation = await lockConversation(tx, id);
    if (!conversation || !isSame(conversation, { accountId: account.id, orderId, carId, subject }))
      throw idUsed();
    // Begun before, it holds this very message; another one goes into it by itself.
    const isAgain = begun.length === 0;
    if (isAgain && !(message.id && (await findMessage(tx, message.id)))) throw idUsed();
    await writeMessage(tx, conversation, message, { account, side: "renter", reads }, at);
    return id;
  });
}

type ConversationTopic = Pick<ConversationRow, "accountId" | "orderId" | "carId" | "subject">;

const isSame = (row: ConversationRow, asked: ConversationTopic): boolean =>
  row.accountId === asked.accountId &&
  row.orderId === asked.orderId &&
  row.carId === asked.carId &&
  row.subject === asked.subject;

async function aboutWhat(
  tx: Db,
  { orderId, carId }: Exclude<NonNullable<NewConversation["about"]>, string>,
  accountId: string,
): Promise<{ orderId: string | null; carId: string | null }> {
  if (orderId) {
    const [order] = await tx
      .select({ accountId: orders.accountId, carId: orders.carId })
      .from(orders)
      .where(eq(orders.id, orderId));
    if (order?.accountId !== accountId) throw invalidField("orderId", "is no order of yours");
    return { orderId, carId: order.carId };
  }
  if (!carId) return { orderId: null, carId: null };
  const [car] = await tx.select({ id: cars.id }).from(cars).where(eq(cars.id, carId));
  if (!car) throw invalidField("carId", "is no car of ours");
  return { orderId: null, carId };
}
