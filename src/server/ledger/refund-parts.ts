import { asc, eq, type SQL } from "drizzle-orm";
import { dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import type { RefundPart } from "#domain/payments/refund-parts.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments, refundParts, refunds } from "#server/db/schema/money/payments.ts";

export type RefundPartRow = RefundPart & {
  refundId: string;
  paymentId: string;
  method: string;
  /** The day in Los Angeles on which it was given back. */
  paidOn: IsoDate | null;
};

const findParts = async (db: Db, where: SQL): Promise<RefundPartRow[]> => {
  const rows = await db
    .select({ part: refundParts, mode: payments.mode, method: payments.method })
    .from(refundParts)
    .innerJoin(refunds, eq(refunds.id, refundParts.refundId))
    .innerJoin(payments, eq(payments.id, refundParts.paymentId))
    .where(where)
    .orderBy(asc(refunds.createdAt), asc(payments.createdAt), asc(payments.id));
  return rows.map(({ part, mode, method }) => ({
    refundId: part.refundId,
    paymentId: part.paymentId,
    amount: part.amount,
    mode,
    method,
    isAsked: part.begunAt !== null,
    failure: part.failure,
    isPaid: part.paidAt !== null,
    paidOn: part.paidAt && dateInLosAngeles(part.paidAt.getTime()),
  }));
};

/** The parts of a refund: how much of which payment goes back, and how far it has come. */
export const partsOfRefund = (db: Db, refundId: string): Promise<RefundPartRow[]> =>
  findParts(db, eq(refundParts.refundId, refundId));

/** The parts of every refund of an order. */
export const partsOfOrder = (db: Db, orderId: string): Promise<RefundPartRow[]> =>
  findParts(db, eq(refunds.orderId, orderId));
