import { randomBytes } from "node:crypto";

type Row = Record<string, unknown> & { id: string };
type Balance = {
  deliver: (type: string, object: Row) => void;
  /** Adds a line to the balance; money that comes to us is above zero. */
  move: (category: string, amount: number, source: Row, fee?: number) => Row;
  intents: ReadonlyMap<string, Row>;
};
export type DisputeDecision = "won" | "lost";

/** Stripe's disputes: the payments that a bank takes back, and the events about each. */
export function stripeDisputes({ deliver, move, intents }: Balance) {
  const disputes = new Map<string, Row & { balance_transactions: Row[] }>();
  const find = (id: string) => {
    const dispute = disputes.get(id);
    if (!dispute) throw new Error(`No such dispute: ${id}`);
    return dispute;
  };
  const amountOf = ({ amount }: Row): number => Number(amount);
  const moveOf = (dispute: ReturnType<typeof find>, category: string, amount: number, fee: number) =>
    void dispute.balance_transactions.push(
      structuredClone({
        ...move(category, amount, { id: dispute.id, object: "dispute" }, fee),
        source: dispute.id,
      }),
    );

  return {
    disputes,
    /** A dispute as an answer shows it: with its payment if the call asks for it. */
    shown(id: string): Row | undefined {
      const dispute = disputes.get(id);
      return dispute && { ...dispute, payment_intent: intents.get(String(dispute.payment_intent)) ?? null };
    },
    /** A page of the disputes since a time, newest first. */
    page(asked: URLSearchParams, most: number): object {
      const since = Number(asked.get("created[gte]"));
      const rest = [...disputes.values()].filter(({ created }) => Number(created) >= since).toReversed();
      const after = rest.findIndex(({ id }) => id === asked.get("starting_after")) + 1;
      const data = rest.slice(after, after + most);
      return { object: "list", data, has_more: after + data.length < rest.length, url: "/v1/disputes" };
    },
    /** The disputes of some payments. */
    of(payments: readonly { id: unknown }[]) {
      const ids = new Set(payments.map(({ id }) => id));
      return [...disputes.values()].filter((dispute) => ids.has(Reflect.get(dispute, "payment_intent")));
    },
    isDisputed: (intent: string): boolean =>
      [...disputes.values()].some(
        ({ payment_intent, status }) => payment_intent === intent && status !== "won",
      ),
    /** A cardholder disputes a payment; the bank takes the money at once. */
    open(
      intent: string,
      { reason = "fraudulent", amount }: { reason?: string; amount?: number | undefined } = {},
    ): string {
      const payment = intents.get(intent);
      if (!payment) throw new Error(`No such payment: ${intent}`);
      const now = Math.floor(Date.now() / 1000);
      const dispute = {
        id: `dp_${randomBytes(12).toString("hex")}`,
        object: "dispute",
        amount: amount ?? Number(payment.amount_received),
        currency: "usd",
        charge: `ch_${randomBytes(12).toString("hex")}`,
        payment_intent: intent,
        reason,
        status: "needs_response",
        created: now,
        balance_transactions: [],
        evidence_details: {
          due_by: now + 7 * 86_400,
          has_evidence: false,
          past_due: false,
          submission_count: 0,
        },
        is_charge_refundable: false,
        livemode: false,
        metadata: {},
      };
      disputes.set(dispute.id, dispute);
      deliver("charge.dispute.created", dispute);
      moveOf(find(dispute.id), "dispute", -dispute.amount, 1500);
      deliver("charge.dispute.funds_withdrawn", dispute);
      return dispute.id;
    },
    /** Our evidence is with the bank. */
    answer(id: string): void {
      const dispute = find(id);
      Object.assign(dispute, { status: "under_review" });
      deliver("charge.dispute.updated", dispute);
    },
    /** The bank decides: a won dispute brings the money back, and an appeal may reverse a decision. */
    decide(id: string, decision: DisputeDecision): void {
      const dispute = find(id);
      Object.assign(dispute, { status: decision });
      if (decision === "won") {
        moveOf(dispute, "dispute_reversal", amountOf(dispute), 0);
        deliver("charge.dispute.funds_reinstated", dispute);
      }
      deliver("charge.dispute.closed", dispute);
    },
  };
}
