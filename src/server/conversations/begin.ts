import { eq } from "drizzle-orm";
import type { beginConversation } from "#contract/conversations.ts";
import type { BodyRead } from "#contract/endpoint.ts";
import { invalidField } from "#contract/errors.ts";
import { languageOf } from "#domain/conversations/conversations.ts";
import type { Language } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { conversations } from "#server/db/schema/conversations.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";
import { type ConversationRow, lockConversation } from "./queries.ts";
import { idUsed, writeMessage } from "./write-message.ts";

type Begun = BodyRead<typeof beginConversation>;

/**
 * Begins a conversation with its first message, about an order of one's own, a car or nothing in particular. The
 * same id again is the same conversation. Throws a Refusal.
 */
export function begin(
  { database, now }: Pick<Services, "database" | "now">,
  { id, about = {}, subject, message }: Begun,
  account: AccountRow,
  reads: Language,
): Promise<void> {
  return database.transaction(async (tx) => {
    const { orderId, carId } = await aboutWhat(tx, about, account.id);
    const at = new Date(now());
    await tx
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
      .onConflictDoNothing({ target: conversations.id });
    const conversation = await lockConversation(tx, id);
    if (!conversation || !isSame(conversation, { accountId: account.id, orderId, carId, subject }))
      throw idUsed();
    await writeMessage(tx, conversation, message, { account, side: "renter", reads }, at);
  });
}

type Asked = Pick<ConversationRow, "accountId" | "orderId" | "carId" | "subject">;

const isSame = (row: ConversationRow, asked: Asked): boolean =>
  row.accountId === asked.accountId &&
  row.orderId === asked.orderId &&
  row.carId === asked.carId &&
  row.subject === asked.subject;

async function aboutWhat(
  tx: Db,
  { orderId, carId }: NonNullable<Begun["about"]>,
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
