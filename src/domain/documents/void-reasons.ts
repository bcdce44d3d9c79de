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

type DroppedInstalment = { lines: readonly { kind: InstalmentLineKind }[]; replacedBy: string | null };

/** Why we no longer ask for an instalment. `status` is the status of its order. */
export function creditReason({ lines, replacedBy }: DroppedInstalment, status: OrderStatus): VoidReason {
  const isKept = lines.some(({ kind }) => kind === "kept");
  // What a cancellation keeps is dropped when the order becomes active again, or when its payment had not come.
  if (isKept && status !== "cancelled") return "cancellation_undone";
  if (replacedBy !== null) return "recalculated";
  if (isKept) return "no_longer_due";
  if (status === "cancelled") return "order_cancelled";
  return isBilled(status) ? "no_longer_due" : "order_not_confirmed";
}

/** Why a payment no longer counts. */
export const receiptReason = (correction: CorrectionKind | undefined): VoidReason =>
  correction === "move" ? "payment_of_another_order" : "payment_not_received";
