/** What we tell people of. Security, orders and money are told by email whatever somebody has chosen. */
export const occasions = ["security", "orders", "money", "messages", "reminders", "saved_cars"] as const;
export type Occasion = (typeof occasions)[number];

export const notificationChannels = ["email", "sms"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/**
 * What somebody gets who has not chosen. A `fixed` one can't be switched off; a `none` is not offered by that
 * channel.
 */
type Offer = Record<NotificationChannel, "on" | "off" | "fixed" | "none">;

export const offers: Record<Occasion, Offer> = {
  security: { email: "fixed", sms: "none" },
  orders: { email: "fixed", sms: "off" },
  money: { email: "fixed", sms: "none" },
  messages: { email: "on", sms: "none" },
  reminders: { email: "on", sms: "off" },
  saved_cars: { email: "on", sms: "none" },
};

/** Which occasion an email is of, by its kind; undefined for those that are nobody's to choose. */
const occasionOfKind = new Map<string, Occasion>([
  ["order_confirmed", "orders"],
  ["order_in_progress", "orders"],
  ["order_completed", "orders"],
  ["order_cancelled", "orders"],
  ["order_expired", "orders"],
  ["plan_ending", "orders"],
  ["order_dates_gone", "orders"],
  ["order_car", "orders"],
  ["order_handover_changed", "orders"],
  ["extension_asked", "orders"],
  ["extension_accepted", "orders"],
  ["extension_declined", "orders"],
  ["extension_lapsed", "orders"],
  ["swap_offered", "orders"],
  ["swap_accepted", "orders"],
  ["swap_withdrawn", "orders"],
  ["swap_lapsed", "orders"],
  ["order_early_return", "orders"],
  ["order_dates", "orders"],
  ["condition_pickup", "orders"],
  ["condition_return", "orders"],
  ["agreement_accepted", "orders"],
  ["payment_soon", "money"],
  ["payment_due", "money"],
  ["payment_overdue", "money"],
  ["payment_received", "money"],
  ["payment_failed", "money"],
  ["payment_taken_back", "money"],
  ["payment_corrected", "money"],
  ["refund_paid", "money"],
  ["refund_bounced", "money"],
  ["refund_declined", "money"],
  ["charge_proposed", "money"],
  ["charge_reminder", "money"],
  ["charge_accepted", "money"],
  ["charge_contested", "money"],
  ["charge_decided", "money"],
  ["charge_withdrawn", "money"],
  ["pickup_reminder", "reminders"],
  ["return_reminder", "reminders"],
  ["unread_messages", "messages"],
  ["saved_car_cheaper", "saved_cars"],
]);

/** The kinds of email that are of an occasion. */
export const emailKindsOf = (occasion: Occasion): string[] =>
  [...occasionOfKind].filter(([, of]) => of === occasion).map(([kind]) => kind);

const offeredBy =
  (channel: NotificationChannel) =>
  (kind: string): Occasion | undefined => {
    const occasion = occasionOfKind.get(kind);
    return occasion && ["on", "off"].includes(offers[occasion][channel]) ? occasion : undefined;
  };

/** Under which occasion an email falls that its reader may switch off; undefined for every other. */
export const occasionOfEmail = offeredBy("email");
/** Under which occasion an email falls that its reader may want as a text message too. */
export const occasionOfText = offeredBy("sms");
