import { formatMoney } from "#domain/money.ts";
import type { Settlement } from "#server/ledger/cancellation.ts";
import type { Block } from "#server/mail/email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { words } from "./facts.ts";

type SettledSums = Pick<Settlement, "kept" | "refund" | "toCheck">;
const nothing: SettledSums = { kept: 0, refund: 0, toCheck: 0 };

/** What a cancellation keeps of what was paid, what it gives back, and what somebody decides about first. */
export function settledBlocks(
  { language }: Pick<OrderRow, "language">,
  { kept, refund, toCheck }: SettledSums = nothing,
): Block[] {
  const text = words[language];
  const sentences: [number, (amount: string) => string][] = [
    [kept, text.kept],
    [refund, text.toRefund],
    [toCheck, text.toCheck],
  ];
  return sentences
    .filter(([amount]) => amount > 0)
    .map(([amount, say]) => ({ kind: "paragraph", text: say(formatMoney(amount, language)) }));
}
