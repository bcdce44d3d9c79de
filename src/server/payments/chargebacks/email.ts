import { type Cents, formatMoney } from "#domain/money.ts";
import { formatMoment } from "#domain/local-time.ts";
import type { ChargebackReason } from "#domain/payments/chargebacks.ts";
import { providerName, type ProviderName, providerRow } from "#domain/payments/providers.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { facts, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { toAdmins } from "#server/mail/to-admins.ts";
import type { PaymentSettings } from "#server/payments/emails.ts";
import type { ChargebackFacts } from "#server/payments/provider.ts";

const why: Record<ChargebackReason, string> = {
  fraud: "The cardholder says they didn’t make this payment",
  unrecognized: "The cardholder doesn’t recognize the payment",
  not_received: "The renter says they didn’t get what they paid for",
  not_as_described: "The renter says it wasn’t as described",
  duplicate: "The renter says they paid twice",
  refund_missing: "The renter says a refund is missing",
  cancelled: "The renter says they had canceled",
  wrong_amount: "The renter says the amount is wrong",
  bank: "The bank couldn’t complete the payment",
  other: "The bank gives no reason",
};

/** Who takes a payment back, and the words for a decision against us. */
const takerOf = (mode: ProviderName): { takes: string; lost: string } =>
  providerRow(mode).takesBack === "bank"
    ? { takes: "A bank", lost: "The bank has decided for the cardholder" }
    : { takes: providerName(mode), lost: `${providerName(mode)} has decided for the renter` };

/**
 * To the back office: a payment is being taken back, and days are left for our evidence; or it was decided against us.
 * `left` is what the renter owes then: nothing, where it took the place of a refund.
 */
export function chargebackEmail(
  settings: PaymentSettings,
  order: typeof orders.$inferSelect,
  {
    state,
    amount,
    reason,
    evidenceDueAt,
    mode,
    left,
  }: Pick<ChargebackFacts, "state" | "amount" | "reason" | "evidenceDueAt"> & {
    mode: ProviderName;
    left: Cents;
  },
): Email {
  const { takes, lost } = takerOf(mode);
  const owed = left > 0 ? "the renter owes it again" : "the renter owes nothing because of it";
  const sum = formatMoney(amount, "en");
  const isLost = state === "lost";
  return toAdmins(settings, {
    kind: "admin_chargeback",
    subject: `Chargeback${isLost ? " lost" : ""}: ${sum} for order ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(
        isLost
          ? `${lost}: the payment is taken back, and ${owed}.`
          : `${takes} is taking a payment back. Finance has a link to the provider’s page, where you send the evidence.`,
      ),
      facts([
        ["Order", order.orderNumber],
        nameFact("Renter", order.customerName),
        ["Amount", sum],
        ["Reason", why[reason]],
        !!evidenceDueAt && !isLost && ["Evidence due", formatMoment(evidenceDueAt.getTime(), "en")],
      ]),
    ],
    opens: { text: "Open Finance", path: "/admin/finance" },
  });
}
