import * as z from "zod/mini";
import { type ErrorCode, Refusal } from "./errors.ts";

/** What a call answers about an unknown id. */
const sentences = {
  not_found: "There is nothing at this address.",
  account_not_found: "There is no such account.",
  adjustment_not_found: "There is no such adjustment.",
  application_not_found: "There is no such application.",
  car_not_found: "There is no such car.",
  change_not_found: "There is no such request.",
  charge_not_found: "There is no such charge.",
  condition_record_not_found: "There is no such condition record.",
  conversation_not_found: "There is no such conversation.",
  delivery_not_found: "That delivery no longer exists.",
  document_not_found: "There is no such document, or its link has expired.",
  driver_not_found: "There is no such driver.",
  invitation_not_found: "There is no such open invitation.",
  message_not_found: "There is no such message.",
  order_not_found: "There is no such order.",
  payment_method_not_found: "There is no such payment method.",
  payment_not_found: "There is no such payment.",
  payout_not_found: "There is no such payout.",
  refund_not_found: "There is no such refund.",
  repair_days_not_found: "There are no such days in repair.",
  replacement_gone: "This car isn't offered anymore. Please reload the page to see what is.",
  reply_not_found: "There is no such saved reply.",
  review_not_found: "There is no such review.",
  session_not_found: "There is no such session.",
  verification_not_found: "There is nothing to verify at this address.",
  webhook_not_found: "There is no such event to process again.",
  write_off_not_found: "There is no such write-off.",
} as const satisfies Partial<Record<ErrorCode, string>>;

export type NotFoundCode = keyof typeof sentences;

const isNotFoundCode = (code: string): code is NotFoundCode => Object.hasOwn(sentences, code);

export const notFound = (code: NotFoundCode, details?: Refusal["details"]): Refusal =>
  new Refusal(code, sentences[code], details);

/** The refusal of an address that a schema refuses: the code of its id, if the id is what is wrong. */
export const addressRefusal = (issue = ""): Refusal => notFound(isNotFoundCode(issue) ? issue : "not_found");

/** An id in an address. A text that isn't a UUID gets the answer of an unknown id, with this code. */
export const idOf = (code: NotFoundCode) => z.uuid(code);

export const byId = (code: NotFoundCode) => z.object({ id: idOf(code) });

export const AccountParams = byId("account_not_found");
export const CarParams = byId("car_not_found");
export const ChargeParams = byId("charge_not_found");
export const ConversationParams = byId("conversation_not_found");
export const OrderParams = byId("order_not_found");
/** One condition record of an order. */
export const RecordParams = z.extend(OrderParams, { recordId: idOf("condition_record_not_found") });
