import * as z from "zod/mini";
import { type ChargebackReason, type ChargebackState, reasonAmong } from "#domain/payments/chargebacks.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { type ChargebackFacts, mostListed } from "#server/payments/provider.ts";
import { callPaypal, type Paypal } from "./client.ts";
import { signedCentsOf } from "./order-outcome.ts";

const Money = z.object({ currency_code: z.string(), value: z.string() });
const word = z.optional(z.string());

/** What we read of a dispute. The official client has no disputes. */
const Dispute = z.object({
  dispute_id: z.string(),
  create_time: z.string(),
  reason: z.string(),
  status: z.string(),
  dispute_amount: Money,
  disputed_transactions: z.array(z.object({ seller_transaction_id: word, custom: word })),
  dispute_outcome: z.optional(z.object({ outcome_code: word, amount_refunded: z.optional(Money) })),
  fund_movements: z.optional(
    z.array(z.object({ party: word, type: word, reason: word, amount: z.optional(Money) })),
  ),
  seller_response_due_date: word,
});
type Dispute = z.infer<typeof Dispute>;

/** A page of disputes, which names the next one. */
const Disputes = z.object({
  items: z.optional(z.array(z.object({ dispute_id: z.string() }))),
  links: z.optional(z.array(z.object({ href: z.string(), rel: z.string() }))),
});

const lostBy = new Set(["RESOLVED_BUYER_FAVOUR", "ACCEPTED"]);
const cents = ({ value }: { value: string }): number =>
  Math.abs(signedCentsOf({ value, currencyCode: "USD" }));
const instantOf = (text: string | undefined): Date | null => {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? null : new Date(at);
};

/** PayPal's codes for the reasons of a dispute. */
export const reasons: Record<string, ChargebackReason> = {
  UNAUTHORISED: "fraud",
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: "not_received",
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: "not_as_described",
  DUPLICATE_TRANSACTION: "duplicate",
  PAYMENT_BY_OTHER_MEANS: "duplicate",
  CREDIT_NOT_PROCESSED: "refund_missing",
  CANCELED_RECURRING_BILLING: "cancelled",
  INCORRECT_AMOUNT: "wrong_amount",
};

/** How a dispute stands now, with what it has moved on our account. */
export async function findDispute(paypal: Paypal, ref: string): Promise<ChargebackFacts> {
  const path = `/v1/customer/disputes/${encodeURIComponent(ref)}`;
  const dispute = Dispute.parse(await callPaypal(paypal, path));
  const [about] = dispute.disputed_transactions;
  const [, paymentId] = about?.custom?.split(":") ?? [];
  const moved = movedBy(dispute);
  return {
    providerRef: dispute.dispute_id,
    paymentRef: about?.seller_transaction_id ?? "",
    ...(paymentId && isUuid(paymentId) && { paymentId }),
    state: stateOf(dispute, moved),
    reason: reasonAmong(reasons, dispute.reason),
    amount: cents(dispute.dispute_amount),
    currency: dispute.dispute_amount.currency_code.toLowerCase(),
    ...moved,
    openedAt: instantOf(dispute.create_time) ?? new Date(0),
    evidenceDueAt: instantOf(dispute.seller_response_due_date),
  };
}

export async function listDisputes(paypal: Paypal, since: Date): Promise<string[]> {
  const refs: string[] = [];
  const path = "/v1/customer/disputes";
  const asked = new URLSearchParams({ update_time_after: since.toISOString(), page_size: "50" });
  for (let query: URLSearchParams | undefined = asked; query && refs.length < mostListed;) {
    const { items = [], links = [] } = Disputes.parse(
      await callPaypal(paypal, `${path}?${query.toString()}`),
    );
    refs.push(...items.map(({ dispute_id: ref }) => ref));
    const next = links.find(({ rel }) => rel === "next");
    // We take only the query from the next page's address: our credentials go to no other host.
    query =
      next && items.length > 0 ? new URL(next.href, "https://api-m.paypal.com").searchParams : undefined;
  }
  return refs;
}

type DisputeSums = Pick<ChargebackFacts, "withdrawn" | "reinstated" | "fee">;

/** The money that left us and came back, as PayPal lists it; if it lists none, as its decision says. */
function movedBy({
  fund_movements: listed = [],
  dispute_outcome: outcome,
  dispute_amount,
}: Dispute): DisputeSums {
  const ours = listed.filter(({ party }) => party === "SELLER");
  const sum = (rows: typeof ours) =>
    rows.reduce((total, { amount }) => total + (amount ? cents(amount) : 0), 0);
  const isFee = ({ reason }: (typeof ours)[number]) => reason?.endsWith("FEE") === true;
  const of = (type: string, rows: typeof ours) => sum(rows.filter((row) => row.type === type));
  const [fees, money] = [ours.filter(isFee), ours.filter((row) => !isFee(row))];
  const fee = Math.max(0, of("DEBIT", fees) - of("CREDIT", fees));
  if (money.length > 0) return { withdrawn: of("DEBIT", money), reinstated: of("CREDIT", money), fee };
  const isLost = lostBy.has(outcome?.outcome_code ?? "");
  return { withdrawn: isLost ? cents(outcome?.amount_refunded ?? dispute_amount) : 0, reinstated: 0, fee };
}

function stateOf(
  { status, dispute_outcome }: Dispute,
  { withdrawn, reinstated }: DisputeSums,
): ChargebackState {
  if (status === "RESOLVED")
    return lostBy.has(dispute_outcome?.outcome_code ?? "") || withdrawn > reinstated ? "lost" : "won";
  return status === "OPEN" || status === "WAITING_FOR_SELLER_RESPONSE" ? "open" : "under_review";
}

/** Where the evidence goes. */
export const disputePage = (isSandbox: boolean, ref: string): string =>
  `https://www.${isSandbox ? "sandbox." : ""}paypal.com/resolutioncenter/view/${encodeURIComponent(ref)}`;
