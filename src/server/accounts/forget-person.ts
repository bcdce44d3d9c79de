import { and, eq, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import { endedStatuses } from "#domain/orders/lifecycle.ts";
import { mailboxOf } from "#domain/people/same-person.ts";
import {
  blocks,
  hostApplications,
  mailedTokens,
  signUps,
  textMessages,
  usernameReservations,
} from "#server/db/schema/accounts.ts";
import { formerUsernames } from "#server/db/schema/former-usernames.ts";
import { attachments, conversations, messages } from "#server/db/schema/conversations.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { orderNotes } from "#server/db/schema/admin.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import { deletePapersOf } from "#server/papers/delete-papers.ts";
import { forgetHost } from "#server/cars/host/forget-host.ts";
import { forgetMethods } from "#server/payments/saved-methods/forget-methods.ts";
import type { Db } from "#server/db/open-database.ts";
import { contactMessages, emailSubscriptions, emails } from "#server/db/schema/mail.ts";
import { notificationChoices, paymentMethods, savedCars } from "#server/db/schema/renters.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { orderDrivers } from "#server/db/schema/drivers.ts";
import { erasures } from "#server/db/schema/shared.ts";
import { orders } from "#server/db/schema/orders.ts";
import { hashToken, keyNobodyHas, randomToken } from "#server/auth/link-tokens.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import type { UserRow } from "#gotrue/queries.ts";
import { type EmailedPerson, ordersNaming, ordersOfPerson } from "./orders-of-person.ts";

const over = inArray(orders.status, endedStatuses);

/** Removes a person whose account is deleted from all that we keep of them, in the transaction that deletes it. */
export async function forgetPerson(tx: Db, user: UserRow): Promise<void> {
  await forgetRenter(tx, user);
  await forgetBelongings(tx, user.id);
  await forgetCorrespondence(tx, user);
  await tx.delete(hostApplications).where(eq(hostApplications.accountId, user.id));
}

/**
 * Removes a deleted person from everything that is over: finished orders keep their dates and money, but no place,
 * no notes of the back office and no typed reasons. One made-up address stands for the person, so that the count
 * of customers stays right. Open orders keep their renter's data and lose their owner; a booking that was only
 * begun is deleted. Orders that were placed while signed out go with a confirmed address.
 */
export async function forgetRenter(tx: Db, person: EmailedPerson): Promise<void> {
  const { id } = person;
  const nobody = {
    customerName: "",
    customerEmail: `${crypto.randomUUID()}@deleted.invalid`,
    customerPhone: "",
    pickupLocation: "",
    paymentCard: null,
    placedFrom: null,
    // Neither an email's key nor the same request again opens the order.
    ...keyNobodyHas(),
    requestHash: hashToken(randomToken()),
  };
  const forgotten = await tx
    .update(orders)
    .set(nobody)
    .where(and(or(ordersOfPerson(person), ordersNaming(person)), over))
    .returning({ id: orders.id });
  await tx.delete(orderDrivers).where(eq(orderDrivers.accountId, id));
  await tx.delete(wizardDrafts).where(eq(wizardDrafts.accountId, id));
  const ids = forgotten.map(({ id }) => id);
  if (ids.length) {
    await tx.delete(emails).where(inArray(emails.orderId, ids));
    await tx.delete(orderDrivers).where(inArray(orderDrivers.orderId, ids));
    await tx.delete(orderChanges).where(inArray(orderChanges.orderId, ids));
    await tx.delete(orderNotes).where(inArray(orderNotes.orderId, ids));
    await tx
      .update(auditEvents)
      .set({
        before: sql`${auditEvents.before} - 'pickupLocation'`,
        after: sql`${auditEvents.after} - 'pickupLocation'`,
        reason: null,
      })
      .where(and(eq(auditEvents.entity, "order"), inArray(auditEvents.entityId, ids)));
    await forgetMethods(tx, ids);
  }
  // The person's reviews of cars stay, without an author.
  await tx.update(reviews).set({ authorId: null, authorName: "" }).where(eq(reviews.authorId, id));
  await tx.update(orders).set({ accountId: null }).where(eq(orders.accountId, id));
}

/**
 * Deletes what a person wrote to us and we to them: messages, the subscription, emails and texts (also those to
 * the back office that name their address), and unconfirmed tokens and sign-ups. Emails about an open order stay
 * with it. An address that was never confirmed may be anybody's and is ignored.
 */
async function forgetCorrespondence(
  tx: Db,
  { id, email, phone, emailConfirmedAt, phoneConfirmedAt }: UserRow,
): Promise<void> {
  await tx.delete(mailedTokens).where(eq(mailedTokens.userId, id));
  if (email && emailConfirmedAt) {
    await tx.delete(conversations).where(sql`account_id is null and lower(visitor_email) = ${email}`);
    await tx.delete(contactMessages).where(sql`lower(email) = ${email}`);
    await tx.delete(emailSubscriptions).where(sql`lower(email) = ${email}`);
    await keepBlockOfAddress(tx, id, email);
    await tx.delete(mailedTokens).where(eq(mailedTokens.recipient, email));
    await tx.delete(signUps).where(eq(signUps.recipient, email));
    await tx.delete(usernameReservations).where(eq(usernameReservations.email, email));
    const isOpenOrders = sql`exists (select from ${orders} where ${orders.id} = ${emails.orderId} and not ${over})`;
    const namesThem = sql`(lower(${emails.recipient}) = ${email} or strpos(lower(${emails.content}::text), ${email}) > 0)`;
    await tx.delete(emails).where(and(namesThem, sql`not ${isOpenOrders}`));
  }
  if (phone && phoneConfirmedAt) {
    await tx.delete(textMessages).where(eq(textMessages.recipient, phone));
    await tx.delete(signUps).where(eq(signUps.recipient, phone));
  }
}

/** Keeps a block for the address, so that deleting the account doesn't let the person write to us again. */
async function keepBlockOfAddress(tx: Db, id: string, email: string): Promise<void> {
  const [block] = await tx.delete(blocks).where(eq(blocks.accountId, id)).returning();
  if (!block) return;
  const { blockedAt, blockedBy } = block;
  await tx
    .insert(blocks)
    .values({ address: mailboxOf(email), blockedAt, blockedBy })
    .onConflictDoNothing({ target: blocks.address });
}

/** Deletes a person's saved cars, conversations, choices, payment methods, license and proofs of insurance. */
async function forgetBelongings(tx: Db, id: string): Promise<void> {
  await forgetConversations(tx, id);
  await tx.delete(savedCars).where(eq(savedCars.accountId, id));
  await tx.delete(notificationChoices).where(eq(notificationChoices.accountId, id));
  await tx.delete(paymentMethods).where(eq(paymentMethods.accountId, id));
  await tx.delete(formerUsernames).where(eq(formerUsernames.accountId, id));
  await forgetHost(tx, id);
  await deletePapersOf(tx, id);
}

/**
 * Deletes a person's conversations with their files. One between a renter and a host that was reported stays, with
 * nobody's name, for the other of them and for us, until that person's account is deleted too: nobody ends a report
 * by leaving.
 */
async function forgetConversations(tx: Db, id: string): Promise<void> {
  const isTheirs = or(eq(conversations.accountId, id), eq(conversations.hostId, id));
  const staysForOther = sql`(${conversations.reportedAt} is not null
    and ${conversations.accountId} is not null and ${conversations.hostId} is not null
    and not exists (select from ${erasures} where ${erasures.accountId} <> ${id}
      and ${erasures.accountId} in (${conversations.accountId}, ${conversations.hostId})))`;
  await tx.delete(conversations).where(and(isTheirs, sql`not ${staysForOther}`));
  const kept = tx
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(isTheirs);
  await tx
    .delete(attachments)
    .where(
      and(
        eq(attachments.accountId, id),
        or(isNull(attachments.messageId), notInArray(attachments.messageId, kept)),
      ),
    );
}
