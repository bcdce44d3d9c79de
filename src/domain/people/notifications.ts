/** The occasions of our notices. Security, orders and money come by email, whatever a person has chosen. */
export const occasions = ["security", "orders", "money", "messages", "reminders", "saved_cars"] as const;
export type Occasion = (typeof occasions)[number];

export const notificationChannels = ["email", "sms"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/**
 * The setting of a person who has not chosen. `fixed` can't be switched off; `none` is not offered on that
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
