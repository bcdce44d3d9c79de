import { isOneOf } from "#server/db/schema/columns.ts";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { addDays, daysBetween } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { keepPapersDays } from "#domain/papers/documents.ts";
import { remindBefore, reminderDue } from "#domain/papers/insurance-proofs.ts";
import { activeStatuses, openStatuses } from "#domain/orders/lifecycle.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { coveredUntil } from "#server/db/covered-until.ts";
import type { Db } from "#server/db/open-database.ts";
import { documentRemovals, documents, insuranceProofs } from "#server/db/schema/papers.ts";
import { orders } from "#server/db/schema/orders.ts";
import { type Services, today } from "#server/services.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { deletePapersOf } from "#server/papers/delete-papers.ts";
import { removeContent, tidyContent } from "#server/media/sealed/content.ts";
import { endedEmail, reminderEmail } from "./emails.ts";
import { insuranceOf } from "./queries.ts";
import { documentsPlace } from "./documents/place.ts";

const atOnce = 500;

/** The minute's job: removes the content of deleted documents. */
export async function removeGoneContent(services: Services): Promise<void> {
  const { db } = services.database;
  const gone = await db.select().from(documentRemovals).limit(atOnce);
  for (const { contentId } of gone) {
    await removeContent(services, documentsPlace, contentId);
    await db.delete(documentRemovals).where(eq(documentRemovals.contentId, contentId));
  }
}

/**
 * The hour's job: removes content that never became a document because its process ended, and moves the folder's
 * content to the bucket, once there is one.
 */
export const tidyDocuments = (services: Services): Promise<void> =>
  tidyContent(services, documentsPlace, async (ids) => {
    const known = await services.database.db
      .select({ id: documents.contentId })
      .from(documents)
      .where(inArray(documents.contentId, ids));
    return known.map(({ id }) => id);
  });

/**
 * The hour's job: deletes papers 90 days after the last rental ended and its car came back or, without one, after the papers came, but
 * never while the person has an open order or drives in one. A proof that was never handed in goes after a day.
 */
export async function forgetPapers(services: Pick<Services, "database" | "now">): Promise<void> {
  const { database } = services;
  const before = addDays(today(services), -keepPapersDays);
  const over = await database.rows<{ id: string }>(
    `select id from (
       select account_id as id, max(at) as at from (
         select account_id, created_at as at from documents union all select account_id, updated_at from licences
       ) as papers group by account_id
     ) as person
     where at < $1::date and not exists (
       select from orders where (account_id = person.id
           or exists (select from order_drivers driver where driver.order_id = orders.id and driver.account_id = person.id and driver.has_agreed))
         and (${openCondition} or is_car_out or ${inLosAngeles("car_back_at")} >= $1::date
           or (status = 'completed' and return_date >= $1::date)))
     limit ${atOnce}`,
    [before],
  );
  for (const { id } of over) await database.transaction((tx) => deletePapersOf(tx, id));
  await database.rows(
    `delete from documents where kind = 'insurance_proof' and created_at < $1::timestamptz
       and not exists (select from insurance_proofs where document_id = documents.id)`,
    [new Date(services.now() - 24 * hour).toISOString()],
  );
}
const openCondition = isOneOf("status", openStatuses);

type EndingProof = { proof: typeof insuranceProofs.$inferSelect; order: typeof orders.$inferSelect };

/**
 * The hour's job: reminds a renter whose proof of insurance ends before the rental does, 14, 7 and 1 days
 * before, and tells administrators when it has ended. A proof that waits to be checked needs no reminder.
 */
export async function remindOfInsurance(services: Services): Promise<void> {
  const soon = addDays(today(services), remindBefore[0]);
  await services.database.transaction(async (tx) => {
    const ending = await tx
      .select({ proof: insuranceProofs, order: orders })
      .from(insuranceProofs)
      .innerJoin(orders, eq(orders.id, insuranceProofs.orderId))
      .where(
        and(
          eq(insuranceProofs.state, "verified"),
          isNull(insuranceProofs.adminsWarnedAt),
          sql`${insuranceProofs.validUntil} <= ${soon}::date`,
          sql`${insuranceProofs.validUntil} < ${orders.returnDate}`,
          inArray(orders.status, activeStatuses),
          // Another proof may cover the days after this one already.
          sql`${insuranceProofs.validUntil} = ${sql.raw(coveredUntil)}`,
        ),
      )
      .orderBy(insuranceProofs.validUntil)
      .limit(atOnce)
      .for("update", { of: insuranceProofs, skipLocked: true });
    for (const each of ending) await remind(services, tx, each);
  });
}

async function remind(services: Services, tx: Db, { proof, order }: EndingProof): Promise<void> {
  const on = today(services);
  const { validUntil: until } = proof;
  const left = daysBetween(on, until);
  const mark = (change: Partial<typeof insuranceProofs.$inferInsert>) =>
    tx.update(insuranceProofs).set(change).where(eq(insuranceProofs.id, proof.id));
  if (left < 0) {
    const ended = { order, customerName: order.customerName, until };
    await services.outbox.post(tx, [endedEmail(services.config, ended)]);
    return void (await mark({ adminsWarnedAt: new Date(services.now()) }));
  }
  const days = reminderDue(left);
  const isDone = days === undefined || (proof.remindedDays !== null && proof.remindedDays <= days);
  const { proofs } = await insuranceOf(tx, order, on);
  if (isDone || proofs.some(({ state }) => state === "submitted")) return;
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, proof.accountId));
  if (account?.email)
    await services.outbox.post(tx, [
      reminderEmail(services.config, {
        to: { ...account, language: proof.language },
        order,
        until,
        days: left,
      }),
    ]);
  await mark({ remindedDays: days });
}
