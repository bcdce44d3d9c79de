/** Reasons why an order needs an administrator; each is an alert and a filter of the list. */
export const orderAttentions = [
  "overdue",
  "car_out",
  "not_handed_over",
  "unpaid_pickup",
  "about_to_expire",
  "without_car",
  "uninsured",
  "request",
  "unprintable",
  "low_reading",
] as const;
export type OrderAttention = (typeof orderAttentions)[number];

/** What the list of orders may be sorted by. */
export const orderSorts = [
  "placed",
  "number",
  "renter",
  "car",
  "pickup",
  "return",
  "total",
  "status",
] as const;
export type OrderSort = (typeof orderSorts)[number];
