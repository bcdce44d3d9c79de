import type { Cents } from "#domain/money.ts";

/** A part of a payment, and the instalment that it was taken for. */
export type Purpose = { instalmentId: string; amount: Cents };

type Payable = { id: string; amount: Cents };

/**
 * How much of each instalment is paid, in their order, out of the received money. A payment first pays the
 * instalments that it was taken for, the earliest payment first; only the rest goes to the earliest instalments.
 * The shares never sum to more than `received`, and none is above its instalment.
 */
export function allocated(
  instalments: readonly Payable[],
  purposes: readonly Purpose[],
  received: Cents,
): Cents[] {
  const paid = new Map<string, Cents>();
  let rest = Math.max(0, received);
  const pay = ({ id, amount }: Payable, most: Cents) => {
    const before = paid.get(id) ?? 0;
    const share = Math.max(0, Math.min(most, amount - before, rest));
    paid.set(id, before + share);
    rest -= share;
  };
  const byId = new Map(instalments.map((instalment) => [instalment.id, instalment]));
  for (const { instalmentId, amount } of purposes) {
    const instalment = byId.get(instalmentId);
    if (instalment) pay(instalment, amount);
  }
  for (const instalment of instalments) pay(instalment, instalment.amount);
  return instalments.map(({ id }) => paid.get(id) ?? 0);
}

/** The purposes of a payment of which only `stands` is left: the last purposes lose the rest. */
export function standingPurposes(purposes: readonly Purpose[], stands: Cents): Purpose[] {
  let rest = Math.max(0, stands);
  return purposes.map(({ instalmentId, amount }) => {
    const share = Math.min(amount, rest);
    rest -= share;
    return { instalmentId, amount: share };
  });
}

type OpenInstalment = { id: string; dueOn: string; amount: Cents; paid: Cents };

/** The unpaid instalments due by a day, as purposes of a payment; also the next ones, if the sum is too small. */
export function payableOn(standing: readonly OpenInstalment[], on: string, leastCharge: Cents): Purpose[] {
  const open = standing
    .map(({ id, dueOn, amount, paid }) => ({ instalmentId: id, dueOn, amount: amount - paid }))
    .filter(({ amount }) => amount > 0);
  const due = open.filter(({ dueOn }) => dueOn <= on);
  let sum = due.reduce((total, { amount }) => total + amount, 0);
  const next = open.filter(({ dueOn }) => dueOn > on);
  while (sum < leastCharge && next.length > 0) {
    const [first] = next.splice(0, 1);
    if (!first) break;
    due.push(first);
    sum += first.amount;
  }
  return due.map(({ instalmentId, amount }) => ({ instalmentId, amount }));
}
