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
