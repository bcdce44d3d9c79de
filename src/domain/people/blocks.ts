/** Every way in which a person can write to us. A blocked person may use the ways that `mayWrite` allows. */
export const writingWays = [
  "contact",
  "conversation",
  "message",
  "report",
  "attachment",
  "order",
  "charge_answer",
  "review",
] as const;
export type WritingWay = (typeof writingWays)[number];

/**
 * When a blocked person may still write. An open order keeps its line to us: its own conversation, or the contact
 * form for a renter without an account, who has no other. Answering a charge and reviewing a rental are a renter's
 * rights. A visitor's order holds free text, so a blocked person has to sign in to order.
 */
const exceptions: Record<WritingWay, "open_order" | "always" | "never"> = {
  contact: "open_order",
  conversation: "open_order",
  message: "open_order",
  report: "open_order",
  attachment: "open_order",
  order: "never",
  charge_answer: "always",
  review: "always",
};

/**
 * Whether a person may write to us in a way. `hasOpenOrder`: the text belongs to an open order, or it belongs to
 * no order, and the person has an open order and no other line to us.
 */
export const mayWrite = (
  way: WritingWay,
  { isBlocked, hasOpenOrder }: { isBlocked: boolean; hasOpenOrder: boolean },
): boolean =>
  !isBlocked || exceptions[way] === "always" || (exceptions[way] === "open_order" && hasOpenOrder);
