import type { OrderStatus } from "./lifecycle.ts";

/** Who moves an order on, besides administrators. */
export type MoveParty = "renter" | "host" | "system";

type Move = {
  by: MoveParty;
  from: readonly OrderStatus[];
  to: OrderStatus;
  /** The emails that follow, by their kind. */
  emails: readonly string[];
  /** The reason that the order's history gives. */
  reason?: string;
};

/**
 * The moves of an order that the clock, its renter or the host of its car makes. Administrators can change any
 * status to any other, and the renter gets `order_<status>`.
 */
export const moves = {
  /** The host's yes to a request with nothing to pay at a provider first. */
  accept: { by: "host", from: ["pending"], to: "confirmed", emails: ["order_confirmed"] },
  /** The first payment of an order that its host has said yes to. */
  confirm_paid: {
    by: "system",
    from: ["pending"],
    to: "confirmed",
    emails: ["order_confirmed"],
    reason: "the first payment came after the host's yes",
  },
  /** The host's no; its email says why, and shows similar cars. */
  decline: {
    by: "host",
    from: ["pending"],
    to: "cancelled",
    emails: ["order_declined"],
    reason: "the host said no",
  },
  cancel: {
    by: "renter",
    from: ["pending", "confirmed"],
    to: "cancelled",
    emails: ["order_cancelled", "admin_order_cancelled"],
  },
  expire: {
    by: "system",
    from: ["pending"],
    to: "cancelled",
    emails: ["order_expired"],
    reason: "nobody answered in time",
  },
  /** A plan order that nobody took up by its pickup. */
  end_plan: {
    by: "system",
    from: ["pending"],
    to: "cancelled",
    emails: ["order_expired"],
    reason: "nobody chose a car by the pickup date",
  },
  lose_dates: {
    by: "system",
    from: ["pending"],
    to: "cancelled",
    emails: ["order_dates_gone"],
    reason: "the dates were gone when the email address was confirmed",
  },
  /** A booking that nobody paid for, or an order not paid after its host's yes; its own email says so. */
  end_unpaid: {
    by: "system",
    from: ["pending", "confirmed"],
    to: "cancelled",
    emails: ["booking_ended_unpaid"],
    reason: "the first payment did not come in time",
  },
  /** Made by the person who finishes the pickup's condition record, which has its own email. */
  hand_over: { by: "renter", from: ["confirmed"], to: "in_progress", emails: [] },
  /** Made by the person who finishes the return's condition record, which has its own email. */
  bring_back: { by: "renter", from: ["in_progress"], to: "completed", emails: [] },
} as const satisfies Record<string, Move>;
export type MoveName = keyof typeof moves;
export type MoveEmail = (typeof moves)[MoveName]["emails"][number];

export const mayMove = (name: MoveName, from: OrderStatus): boolean =>
  moves[name].from.some((status) => status === from);
