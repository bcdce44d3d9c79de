import { type Cents, formatMoney } from "#domain/money.ts";
import { providerName, type ProviderName } from "#domain/payments/providers.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { type Fact, facts, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { openOrder, toAdmins } from "#server/mail/to-admins.ts";
import type { PaymentSettings } from "#server/payments/emails.ts";

type OrderRow = typeof orders.$inferSelect;

const moneyFacts = ({ orderNumber, customerName }: OrderRow, amount: Cents): Fact[] => [
  ["Order", orderNumber],
  nameFact("Renter", customerName),
  ["Amount", formatMoney(amount, "en")],
];

/** To the back office: a refund has come back, and is to be given another way. */
export const refundBouncedEmail = (settings: PaymentSettings, order: OrderRow, amount: Cents): Email =>
  toAdmins(settings, {
    kind: "admin_refund_bounced",
    subject: `Refund came back: ${formatMoney(amount, "en")} for order ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(
        "The renter’s bank has sent this refund back to us. Agree with the renter how to pay it, then record it as refunded on the order.",
      ),
      facts(moneyFacts(order, amount)),
    ],
    opens: openOrder(order.id),
  });

/** To the back office: somebody has given money back at the provider itself. */
export const foreignRefundEmail = (
  settings: PaymentSettings,
  order: OrderRow,
  { amount, mode }: { amount: Cents; mode: ProviderName },
): Email =>
  toAdmins(settings, {
    kind: "admin_foreign_refund",
    subject: `Refunded at ${providerName(mode)}: ${formatMoney(amount, "en")} for order ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(
        `This refund was made on ${providerName(mode)}’s own pages, not here. It’s now in the books, and the renter has been told. Refunds that are still open here have been adjusted.`,
      ),
      facts(moneyFacts(order, amount)),
    ],
    opens: openOrder(order.id),
  });

/** To the back office: a provider has taken another amount than was asked for. */
export const differsEmail = (
  settings: PaymentSettings,
  order: OrderRow,
  { asked, amount, mode }: { asked: Cents; amount: Cents; mode: ProviderName },
): Email =>
  toAdmins(settings, {
    kind: "admin_payment_differs",
    subject: `Another amount was paid: ${formatMoney(amount, "en")} for order ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(
        `${providerName(mode)} took another amount than we asked for. The amount that was taken is in the books; what is left stays due.`,
      ),
      facts([...moneyFacts(order, amount), ["Asked for", formatMoney(asked, "en")]]),
    ],
    opens: openOrder(order.id),
  });
