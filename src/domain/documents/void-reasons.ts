import type { InstalmentLineKind } from "#domain/pricing/instalments.ts";
import { isBilled, type OrderStatus } from "#domain/orders/lifecycle.ts";
import type { CorrectionKind } from "#domain/payments/payments.ts";

/** Why a document no longer holds, as the document that voids it says. */
export const voidReasons = [
  "cancellation_undone",
  "recalculated",
  "order_cancelled",
  "order_not_confirmed",
  "no_longer_due",
  "payment_not_received",
  "payment_of_another_order",
  "refund_returned",
] as const;
export type VoidReason = (typeof voidReasons)[number];

type Dropped = { lines: readonly { kind: InstalmentLineKind }[]; replacedBy: string | null };

/** Why an instalment is asked for no more. `status` is its order's. */
export function creditReason({ lines, replacedBy }: Dropped, status: OrderStatus): VoidReason {
  // What a cancellation keeps is dropped where the order lives again, and nowhere else.
  if (lines.some(({ kind }) => kind === "kept")) return "cancellation_undone";
  if (replacedBy !== null) return "recalculated";
  if (status === "cancelled") return "order_cancelled";
  return isBilled(status) ? "no_longer_due" : "order_not_confirmed";
}

/** Why a payment counts no more. */
export const receiptReason = (correction: CorrectionKind | undefined): VoidReason =>
  correction === "move" ? "payment_of_another_order" : "payment_not_received";
