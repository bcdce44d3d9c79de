import { type NotificationChannel, type Occasion, offers } from "./notifications.ts";

/**
 * The reader of a kind of email: an order's renter, a host, a person with an account or address, or the back office.
 */
type Audience = "renter" | "host" | "person" | "admin";

type EmailKindFacts = {
  audience: Audience;
  /** The occasion of the email. Readers may switch some occasions off; an email without an occasion is always sent. */
  occasion?: Occasion;
  /** Holds a link or a code that opens something: we delete its text once it is sent. */
  isSecret?: true;
  /** Carries the order's present appointments, for calendars. */
  hasCalendar?: true;
  /**
   * Also goes to an order's unconfirmed address, which may be somebody else's: the first email, a link requested
   * there, news and questions from administrators, a host or the clock, handovers, and money that came or went.
   * Not for reminders, nor for free actions that the person who ordered can repeat.
   */
  isForAnyAddress?: true;
  /**
   * Waits a minute for other news to the same reader, and is joined with it in one email: nobody has to answer it,
   * and nothing is lost by the wait.
   */
  isJoinable?: true;
};

const renter = { audience: "renter" } as const;
const toAnyAddress = { ...renter, isForAnyAddress: true } as const;
const ofOrders = { audience: "renter", occasion: "orders" } as const;
const ofOrdersToAny = { ...ofOrders, isForAnyAddress: true } as const;
const ofMoney = { audience: "renter", occasion: "money" } as const;
/** Moving money costs the person who does it, so nobody repeats it for fun. */
const ofMovedMoney = { ...ofMoney, isForAnyAddress: true } as const;
/** Silence accepts a charge, so every renter must get word of it. */
const ofCharges = { ...ofMoney, isForAnyAddress: true } as const;
const host = { audience: "host" } as const;
/** Hosts get these by text message too, if they have chosen text messages for orders. */
const hostOfOrders = { audience: "host", occasion: "orders" } as const;
const hostNews = { ...host, isJoinable: true } as const;
const hostNewsOfOrders = { ...hostOfOrders, isJoinable: true } as const;
const person = { audience: "person" } as const;
const admins = { audience: "admin" } as const;

/** Every kind of email. A template of another kind does not compile, nor does a kind without a template pass the tests. */
export const emailKinds = {
  // Ordering.
  order_received: { ...toAnyAddress, isSecret: true, hasCalendar: true },
  order_address_confirmed: { ...toAnyAddress, isSecret: true, hasCalendar: true },
  order_link: { ...toAnyAddress, isSecret: true },
  order_accepted: toAnyAddress,
  booking_unpaid: toAnyAddress,
  booking_ended_unpaid: { ...toAnyAddress, hasCalendar: true },
  plan_ending: ofOrdersToAny,
  order_expired: { ...ofOrdersToAny, hasCalendar: true },
  order_declined: { ...ofOrdersToAny, hasCalendar: true },
  order_dates_gone: ofOrdersToAny,
  // An order's life.
  order_pending: toAnyAddress,
  order_confirmed: { ...ofOrdersToAny, hasCalendar: true },
  order_in_progress: ofOrdersToAny,
  order_completed: ofOrdersToAny,
  review_published: ofOrders,
  order_cancelled: { ...ofOrdersToAny, hasCalendar: true },
  order_car: { ...ofOrdersToAny, hasCalendar: true },
  agreement_accepted: ofOrders,
  driver_named: person,
  pickup_reminder: { ...renter, occasion: "reminders" },
  return_reminder: { ...renter, occasion: "reminders" },
  // Changes of a rental.
  order_handover_changed: { ...ofOrders, hasCalendar: true },
  order_dates: { ...ofOrders, hasCalendar: true },
  order_early_return: { ...ofOrders, hasCalendar: true },
  extension_asked: ofOrders,
  extension_accepted: { ...ofOrders, hasCalendar: true },
  extension_declined: ofOrders,
  extension_lapsed: ofOrders,
  change_asked: ofOrders,
  change_declined: ofOrders,
  change_lapsed: ofOrders,
  swap_offered: ofOrdersToAny,
  swap_accepted: { ...ofOrders, hasCalendar: true },
  swap_withdrawn: ofOrdersToAny,
  swap_lapsed: ofOrdersToAny,
  // A rental that was ended by its car's side, or by administrators on its renter's account.
  replacement_offered: ofOrdersToAny,
  replacement_taken: { ...ofOrders, hasCalendar: true },
  replacement_settled: { ...ofOrdersToAny, hasCalendar: true },
  rental_ended: { ...ofOrdersToAny, hasCalendar: true },
  // Handover, trip and return. The back office gets a copy of each record.
  condition_pickup: ofOrdersToAny,
  condition_return: ofOrdersToAny,
  pickup_denied: ofOrdersToAny,
  pickup_denial_decided: ofOrdersToAny,
  return_denied: toAnyAddress,
  order_overdue: toAnyAddress,
  repair_days: toAnyAddress,
  repair_days_taken_back: toAnyAddress,
  // Money.
  payment_soon: ofMoney,
  payment_due: ofMoney,
  payment_overdue: ofMoney,
  payment_received: ofMovedMoney,
  payment_failed: ofMoney,
  payment_taken_back: ofMovedMoney,
  payment_corrected: ofMovedMoney,
  refund_paid: ofMovedMoney,
  refund_bounced: ofMovedMoney,
  refund_declined: ofMovedMoney,
  charge_proposed: ofCharges,
  charge_reminder: ofCharges,
  charge_accepted: ofCharges,
  charge_contested: ofCharges,
  charge_decided: ofCharges,
  charge_withdrawn: ofCharges,
  // A person's own papers, account and messages.
  licence_received: person,
  licence_verified: person,
  licence_declined: person,
  insurance_received: person,
  insurance_verified: person,
  insurance_declined: person,
  insurance_reminder: person,
  account_suspended: person,
  account_restored: person,
  unread_messages: { ...person, occasion: "messages" },
  test_email: person,
  saved_car_cheaper: { ...person, occasion: "saved_cars" },
  contact_received: person,
  contact_refused: person,
  contact_answer: person,
  subscription_confirm: { ...person, isSecret: true },
  subscription_code: { ...person, isSecret: true },
  // Signing in.
  signup: { ...person, isSecret: true },
  invite: { ...person, isSecret: true },
  magiclink: { ...person, isSecret: true },
  recovery: { ...person, isSecret: true },
  sign_in_suspended: person,
  email_change_current: { ...person, isSecret: true },
  email_change_new: { ...person, isSecret: true },
  reauthentication: { ...person, isSecret: true },
  account_exists: person,
  password_changed: person,
  email_changed: person,
  second_factor_added: person,
  second_factor_removed: person,
  recovery_codes_made: person,
  // Hosts.
  host_approved: hostNews,
  host_declined: hostNews,
  host_car_listed: hostNews,
  host_car_declined: hostNews,
  host_car_changes_accepted: hostNews,
  host_car_changes_declined: hostNews,
  host_car_papers_end: host,
  host_car_papers_ended: hostNews,
  host_car_hosting_ended: hostNews,
  host_order_asked: hostOfOrders,
  host_order_reminder: hostOfOrders,
  host_order_accepted_for_you: hostNewsOfOrders,
  host_order_declined_for_you: hostNewsOfOrders,
  host_order_lapsed: hostNewsOfOrders,
  host_order_withdrawn: hostNewsOfOrders,
  host_order_taken_elsewhere: hostNewsOfOrders,
  host_order_booked: hostNewsOfOrders,
  host_order_unpaid: hostNewsOfOrders,
  host_order_cancelled: hostNewsOfOrders,
  host_review_published: hostNews,
  host_change_asked: hostOfOrders,
  host_change_reminder: hostOfOrders,
  host_change_accepted_for_you: hostNews,
  host_change_declined_for_you: hostNews,
  host_change_lapsed: hostNews,
  host_change_withdrawn: hostNews,
  host_rental_changed: hostNews,
  host_condition_pickup: hostNews,
  host_condition_return: hostNews,
  host_order_overdue: host,
  host_order_car_out: host,
  host_pickup_denied: host,
  host_pickup_denial_decided: hostNews,
  host_incident: host,
  host_charge_accepted: hostNews,
  host_charge_contested: hostNews,
  host_charge_decided: hostNews,
  host_charge_withdrawn: hostNews,
  host_rental_ended: host,
  host_rental_closed: host,
  host_ending_dismissed: hostNews,
  host_replacement_taken: host,
  host_car_given: hostNews,
  host_car_taken: hostNews,
  host_car_retired: hostNews,
  host_calendar_clash: host,
  host_calendar_failing: hostNews,
  payout_details_changed: host,
  payout_paid: hostNews,
  payout_failed: hostNews,
  payout_cancelled: hostNews,
  payouts_held: hostNews,
  payouts_released: hostNews,
  host_share_taken_back: hostNews,
  host_debt_asked: host,
  host_debt_written_off: hostNews,
  host_repayment_received: hostNews,
  host_updates: host,
  // The back office.
  admin_payout_failed: admins,
  admin_pickup_denied: admins,
  admin_return_denied: admins,
  admin_repair_days: admins,
  admin_order_placed: admins,
  admin_order_asked: admins,
  admin_order_expiring: admins,
  admin_order_back_at_desk: admins,
  admin_order_cancelled: admins,
  admin_order_denied: admins,
  admin_order_handover_changed: admins,
  admin_order_dates: admins,
  admin_order_early_return: admins,
  admin_order_overdue: admins,
  admin_extension_asked: admins,
  admin_extension_withdrawn: admins,
  admin_change_asked: admins,
  admin_change_withdrawn: admins,
  admin_swap_accepted: admins,
  admin_swap_declined: admins,
  admin_swap_lapsed: admins,
  admin_ending_asked: admins,
  admin_rental_ended: admins,
  admin_rental_replaced: admins,
  admin_rental_settled: admins,
  admin_replacement_agree: admins,
  admin_many_endings: admins,
  admin_incident: admins,
  admin_conversation_reported: admins,
  admin_charge_disputed: admins,
  admin_payment_past_due: admins,
  admin_payment_differs: admins,
  admin_refund_bounced: admins,
  admin_foreign_refund: admins,
  admin_refunded_twice: admins,
  admin_chargeback: admins,
  admin_reconciliation: admins,
  admin_insurance_ended: admins,
  admin_contact_message: admins,
} as const satisfies Record<string, EmailKindFacts>;

export type EmailKind = keyof typeof emailKinds;
/** The kinds of email for an audience. */
export type EmailKindFor<For extends Audience> = {
  [Kind in EmailKind]: (typeof emailKinds)[Kind]["audience"] extends For ? Kind : never;
}[EmailKind];

export const factsOfKind = (kind: EmailKind): EmailKindFacts => emailKinds[kind];

const offeredBy =
  (channel: NotificationChannel) =>
  (kind: EmailKind): Occasion | undefined => {
    const { occasion } = factsOfKind(kind);
    return occasion && ["on", "off"].includes(offers[occasion][channel]) ? occasion : undefined;
  };

/** The occasion of an email that its reader may switch off; undefined for every other email. */
export const occasionOfEmail = offeredBy("email");
/** The occasion of an email that its reader may want as a text message too. */
export const occasionOfText = offeredBy("sms");
