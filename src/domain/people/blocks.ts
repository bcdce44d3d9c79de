/** Every way in which somebody writes to us. Whoever is blocked may use those that `mayWrite` leaves them. */
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
 * What lets a blocked person write all the same. An order that is open keeps its line to us: its own conversation, and
 * the contact form for whoever ordered without an account and has no other. An answer to a charge and a review of a
 * rental are a renter's rights. A visitor's order holds words, so whoever is blocked orders signed in.
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
 * Whether a person may write to us in a way. `hasOpenOrder`: what they write goes with an order that is still open, or,
 * where it goes with none, they have such an order and no other line to us.
 */
export const mayWrite = (
  way: WritingWay,
  { isBlocked, hasOpenOrder }: { isBlocked: boolean; hasOpenOrder: boolean },
): boolean =>
  !isBlocked || exceptions[way] === "always" || (exceptions[way] === "open_order" && hasOpenOrder);
