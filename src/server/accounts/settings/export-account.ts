import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { auditEvents } from "#server/db/schema/audit.ts";
import { contactMessages, emails, emailSubscriptions } from "#server/db/schema/mail.ts";
import { sessions } from "#server/db/schema/accounts.ts";
import { knownNetworks } from "#server/db/schema/known-networks.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { findCalendarsToExport } from "#server/calendar/host/queries.ts";
import { findHostedCarsToExport } from "#server/cars/host/queries.ts";
import { findAcceptancesToExport } from "#server/documents/queries.ts";
import { findMessagesToExport } from "#server/conversations/queries.ts";
import { findOrdersToExport } from "#server/orders/account/queries.ts";
import { findUnconfirmedOrders, presentUnconfirmed } from "#server/booking/account/unconfirmed-queries.ts";
import { findDraftsToExport } from "#server/booking/wizard/queries.ts";
import { attachOrders } from "#server/orders/attach-orders.ts";
import type { Services } from "#server/services.ts";
import { presentProfile } from "#server/accounts/present.ts";
import { papersOf } from "#server/papers/account-queries.ts";
import { recordsBy } from "#server/trips/queries.ts";
import { returnDenialsBy } from "#server/trips/return-denials/queries.ts";
import { reviewsBy } from "#server/reviews/queries.ts";
import { findSavedCars } from "#server/saved-cars/queries.ts";
import { today } from "#server/services.ts";
import { wireMoney } from "#domain/money.ts";
import { readNotifications } from "./notifications.ts";
import { findPaymentMethods, presentPaymentMethod } from "./payment-methods.ts";

const mostRows = 10_000;

/** Everything that we keep of an account, by its id and by its confirmed address. */
export async function exportOf(services: Services, account: AccountRow): Promise<Record<string, unknown>> {
  const { database, now } = services;
  const { db } = database;
  const { id, email } = account;
  await attachOrders(db, id, email);
  const isTheirs = (address: typeof emails.recipient | typeof contactMessages.email) =>
    and(sql`${email} <> ''`, sql`lower(${address}) = ${email.toLowerCase()}`);
  const theirOwn = sql`(select contact_message_id from conversations where account_id = ${id} and contact_message_id is not null)`;
  const contactMessagesWhere = (condition: SQL | undefined) =>
    db
      .select({
        createdAt: contactMessages.createdAt,
        subject: contactMessages.subject,
        message: contactMessages.message,
        answer: contactMessages.answer,
        answeredAt: contactMessages.answeredAt,
      })
      .from(contactMessages)
      .where(condition)
      .limit(mostRows);
  const saved = await findSavedCars(database, id, { today: today(services), limit: mostRows });
  return {
    exportedAt: new Date(now()).toISOString(),
    ...presentProfile(account),
    orders: await findOrdersToExport(db, id),
    unfinishedBookings: await findDraftsToExport(db, id),
    savedCars: saved.map((car) => ({
      carId: car.id,
      name: car.name,
      savedPrice: wireMoney(car.savedPrice),
      savedDate: car.savedAt,
    })),
    paymentMethods: (await findPaymentMethods(db, id)).map((row) => presentPaymentMethod(row, now())),
    ...(await papersOf(db, id)),
    agreements: await findAcceptancesToExport(db, id),
    conditionRecords: await recordsBy(db, id),
    returnDenials: await returnDenialsBy(db, id),
    reviews: await reviewsBy(db, id),
    hostedCars: await findHostedCarsToExport(db, id, today(services)),
    carCalendars: await findCalendarsToExport(db, id),
    notifications: await readNotifications(services, db, id),
    sessions: await db
      .select({
        userAgent: sessions.userAgent,
        createdAt: sessions.createdAt,
        refreshedAt: sessions.refreshedAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, id)),
    // A network is kept only as a hash, so the export has nothing readable of it but the time.
    knownNetworks: await db
      .select({ seenAt: knownNetworks.seenAt })
      .from(knownNetworks)
      .where(eq(knownNetworks.userId, id)),
    conversations: await findMessagesToExport(db, id, mostRows),
    messages: await contactMessagesWhere(sql`${contactMessages.id} in ${theirOwn}`),
    // Anybody may have typed this address: its owner has not confirmed that the message is theirs.
    unconfirmed: {
      messages: await contactMessagesWhere(
        and(isTheirs(contactMessages.email), sql`${contactMessages.id} not in ${theirOwn}`),
      ),
      orders: (await findUnconfirmedOrders(db, email)).map(presentUnconfirmed),
    },
    subscription: await db
      .select({
        email: emailSubscriptions.email,
        createdAt: emailSubscriptions.createdAt,
        confirmedAt: emailSubscriptions.confirmedAt,
        unsubscribedAt: emailSubscriptions.unsubscribedAt,
      })
      .from(emailSubscriptions)
      .where(and(sql`${email} <> ''`, sql`lower(${emailSubscriptions.email}) = ${email.toLowerCase()}`)),
    emails: await db
      .select({
        kind: emails.kind,
        subject: emails.subject,
        createdAt: emails.createdAt,
        sentAt: emails.sentAt,
      })
      .from(emails)
      .where(isTheirs(emails.recipient))
      .orderBy(desc(emails.createdAt))
      .limit(mostRows),
    history: await db
      .select({ at: auditEvents.at, action: auditEvents.action })
      .from(auditEvents)
      .where(and(eq(auditEvents.entity, "user"), eq(auditEvents.entityId, id)))
      .orderBy(desc(auditEvents.at))
      .limit(mostRows),
  };
}
