import {
  CaptureStatus,
  type Money,
  type Order,
  OrderStatus,
  PaypalWalletVaultStatus,
} from "@paypal/paypal-server-sdk";
import type { PaymentOutcome, SavedMethod } from "#server/payments/provider.ts";

/** "12.30" as cents; -1 for a text that isn't an amount, which no payment has. */
export const centsOf = (money: Money | undefined): number =>
  /^\d{1,9}(\.\d{2})?$/.test(money?.value ?? "") ? Math.round(Number(money?.value) * 100) : -1;
/**
 * An amount of an account's movements in cents, which may be negative. Throws for a text that isn't an amount: sums
 * would be wrong.
 */
export function signedCentsOf(money: Money | undefined): number {
  const value = money?.value ?? "";
  if (!/^-?\d{1,9}(\.\d{1,2})?$/.test(value)) throw new Error("PayPal names an amount that is none");
  return Math.round(Number(value) * 100) + 0;
}
export const currencyOf = (money: Money | undefined): string => (money?.currencyCode ?? "").toLowerCase();

const isTaken = new Set([CaptureStatus.Completed, CaptureStatus.PartiallyRefunded, CaptureStatus.Refunded]);

/** The state of a payment by its order. An order that is only approved is open: nothing has been captured. */
export function outcomeOfOrder(order: Order): PaymentOutcome {
  const captures = order.purchaseUnits?.[0]?.payments?.captures ?? [];
  const taken = captures.find(({ status }) => status !== undefined && isTaken.has(status));
  if (taken?.id)
    return {
      status: "succeeded",
      providerRef: taken.id,
      amount: centsOf(taken.amount),
      currency: currencyOf(taken.amount),
      method: "PayPal",
      saved: savedOf(order),
    };
  if (captures.some(({ status }) => status === CaptureStatus.Pending)) return { status: "processing" };
  const lost = captures.find(
    ({ status }) => status === CaptureStatus.Declined || status === CaptureStatus.Failed,
  );
  if (lost) return { status: "failed", providerRef: lost.id, failure: "declined" };
  if (order.status === OrderStatus.Voided) return { status: "cancelled" };
  return { status: "open", url: undefined };
}

function savedOf(order: Order): SavedMethod | undefined {
  const vault = order.paymentSource?.paypal?.attributes?.vault;
  if (!vault?.id || vault.status !== PaypalWalletVaultStatus.Vaulted) return undefined;
  return { customerRef: vault.customer?.id ?? "", methodRef: vault.id, label: "PayPal" };
}
