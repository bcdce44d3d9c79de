import * as z from "zod/mini";
import { changeObstacles } from "#domain/changes/obstacles.ts";
import { handoverNeeds } from "#domain/trips/condition.ts";
import type { AdminCar } from "./admin/cars.ts";
import type { HostCar } from "./host-cars.ts";
import { CalendarDate, Money } from "./fields.ts";
import { FreeRange, priceFields } from "./quotes.ts";

/** Every refusal of the API: its stable code and its status. A code means the same in every call. */
export const errorStatuses = {
  malformed: 400,
  bad_signature: 400,
  card_number_refused: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  cross_site: 403,
  forbidden: 403,
  insufficient_aal: 403,
  sign_in_again: 403,
  read_only: 403,
  factor_needed: 403,
  account_suspended: 403,
  own_affair: 403,
  own_car: 403,
  host_not_approved: 403,
  email_not_confirmed: 403,
  conversation_blocked: 403,
  order_refused: 403,
  conversation_over: 409,
  renter_without_account: 409,
  not_found: 404,
  car_not_found: 404,
  order_not_found: 404,
  link_not_found: 404,
  session_not_found: 404,
  invitation_not_found: 404,
  account_not_found: 404,
  application_not_found: 404,
  message_not_found: 404,
  conversation_not_found: 404,
  reply_not_found: 404,
  delivery_not_found: 404,
  payment_method_not_found: 404,
  document_not_found: 404,
  nothing_to_state: 409,
  verification_not_found: 404,
  condition_record_not_found: 404,
  repair_days_not_found: 404,
  review_not_found: 404,
  driver_not_found: 404,
  ending_not_found: 404,
  driver_not_possible: 409,
  drivers_full: 409,
  refund_not_found: 404,
  write_off_not_found: 404,
  payment_not_found: 404,
  payout_not_found: 404,
  adjustment_not_found: 404,
  payout_not_possible: 409,
  payout_by_provider: 409,
  pickup_not_deniable: 409,
  return_not_deniable: 409,
  adjustment_not_possible: 409,
  adjustment_decided: 409,
  payout_details_lacking: 409,
  payout_details_unreadable: 409,
  payment_corrected: 409,
  payment_not_correctable: 409,
  payment_repeated: 409,
  no_credit: 409,
  webhook_not_found: 404,
  charge_not_found: 404,
  import_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  car_taken: 409,
  car_assigned: 409,
  ending_not_possible: 409,
  replacement_gone: 409,
  car_unavailable: 409,
  hold_lost: 409,
  booking_incomplete: 409,
  too_many_unpaid: 409,
  order_not_cancellable: 409,
  order_without_car: 409,
  handover_lacks: 409,
  record_not_possible: 409,
  record_incomplete: 409,
  report_not_possible: 409,
  record_finished: 409,
  change_not_possible: 409,
  change_not_found: 404,
  change_answered: 409,
  request_answered: 409,
  agreement_changed: 409,
  agreement_not_ready: 409,
  letters_not_printable: 409,
  charge_not_possible: 409,
  charge_again_not_possible: 409,
  charge_exists: 409,
  charge_answered: 409,
  charge_closed: 409,
  charge_needs_another: 409,
  review_exists: 409,
  review_not_possible: 409,
  undo_too_late: 409,
  promo_used: 409,
  car_retired: 409,
  already_subscribed: 409,
  car_exists: 409,
  car_has_open_orders: 409,
  car_incomplete: 409,
  car_not_in_state: 409,
  pictures_needed: 409,
  host_suspended: 409,
  host_not_hosting: 409,
  import_under_way: 409,
  import_undone: 409,
  import_in_use: 409,
  import_not_undoable: 409,
  storage_not_set: 409,
  move_under_way: 409,
  stale: 412,
  application_decided: 409,
  application_pending: 409,
  message_answered: 409,
  message_denied: 409,
  block_not_possible: 409,
  verification_decided: 409,
  verification_changed: 409,
  proof_not_needed: 409,
  not_held: 409,
  held_by_setting: 409,
  not_reconciled: 409,
  refund_decided: 409,
  month_not_over: 409,
  month_needs_another: 409,
  refund_needs_another: 409,
  refund_by_provider: 409,
  refund_of_chargeback: 409,
  write_off_not_possible: 409,
  write_off_decided: 409,
  username_taken: 409,
  too_many_saved: 409,
  too_many_calendars: 409,
  files_full: 409,
  account_has_open_orders: 409,
  account_has_money_due: 409,
  account_has_earnings_due: 409,
  last_administrator: 409,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  invalid: 422,
  price_changed: 422,
  payment_id_used: 422,
  name_differs: 422,
  reason_needed: 422,
  refund_above_paid: 422,
  write_off_above_owed: 422,
  adjustment_above_most: 422,
  charge_above_rule: 422,
  charge_above_proposed: 422,
  evidence_missing: 422,
  order_id_used: 422,
  document_id_used: 422,
  message_id_used: 422,
  record_id_used: 422,
  promo_refused: 422,
  file_refused: 422,
  admin_code_refused: 422,
  signup_refused: 422,
  proof_refused: 422,
  calendar_refused: 422,
  too_many_requests: 429,
  files_spent: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  busy: 503,
  storage_unavailable: 503,
  provider_unavailable: 503,
  storage_full: 507,
} as const;
export type ErrorCode = keyof typeof errorStatuses;
export const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]];

/** What is wrong with a field: a code for programs, a sentence for people. */
export const FieldError = z.object({ code: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** A car that is offered in place of another. */
export const SimilarCar = z.object({
  id: z.string(),
  name: z.string(),
  year: z.number(),
  city: z.string(),
  monthlyPrice: Money,
  image: z.string(),
});
export type SimilarCar = z.infer<typeof SimilarCar>;

/** Why a whole file of cars, or of their pictures, is refused. */
export const fileErrorCodes = [
  "wrong_type",
  "none",
  "empty",
  "not_text",
  "encoding_unclear",
  "no_header",
  "unreadable",
  "too_many_rows",
  "column_twice",
  "columns_missing",
  "zip_wrong_type",
  "zip_empty",
  "zip_too_many",
  "zip_too_large",
  "zip_broken",
  "zip_encrypted",
  "no_import",
] as const;
export type FileError = { code: (typeof fileErrorCodes)[number]; values?: Record<string, string | number> };

/** The body of every refusal. `error` repeats `message` for callers that read that field. */
export const ErrorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  error: z.string(),
  requestId: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), FieldError)),
  quote: z.optional(z.object(priceFields)),
  nextFree: z.optional(z.array(FreeRange)),
  similarCars: z.optional(z.array(SimilarCar)),
  /** The car that the order got in the meantime, and who assigned it. */
  assigned: z.optional(z.object({ by: z.string(), car: z.string() })),
  /** The car as it is now, where somebody else saved it first. */
  car: z.optional(z.unknown()),
  /** What prevents the undoing of an import: the first cars; `isCut` is true where there are more. */
  hanging: z.optional(
    z.array(
      z.object({
        carId: z.string(),
        name: z.string(),
        why: z.enum(["orders", "blocks", "edited"]),
        orders: z.array(z.string()),
      }),
    ),
  ),
  isCut: z.optional(z.boolean()),
  /** Why a rental can't be changed like this, and its latest return date if other people have the days after. */
  obstacle: z.optional(z.enum(changeObstacles)),
  latestReturnDate: z.optional(CalendarDate),
  /** What is missing before the keys may be given. */
  lacks: z.optional(z.array(z.enum(handoverNeeds))),
  /** The payout whose bank details can't be decrypted. */
  payout: z.optional(z.string()),
  /** The letters that no font of the documents has. */
  letters: z.optional(z.string()),
  /** Why a file is refused, as a code, so that a page can say it in any language. */
  file: z.optional(
    z.object({
      code: z.enum(fileErrorCodes),
      values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** `retryAfter` (seconds) becomes the header of a 429 or 503. */
export type RefusalDetails = Pick<
  ErrorBody,
  | "fields"
  | "assigned"
  | "quote"
  | "nextFree"
  | "similarCars"
  | "hanging"
  | "isCut"
  | "lacks"
  | "letters"
  | "payout"
  | "file"
  | "obstacle"
  | "latestReturnDate"
> & {
  car?: AdminCar | HostCar;
  retryAfter?: number;
};

/** A refusal that the caller should see. Any other error is a bug and answers 500 without details. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.details = details;
  }
}

/** A refusal of one field: `message` follows the field's name, as in "must not be above 5". */
export const invalidField = (field: string, message: string, code = "invalid"): Refusal =>
  new Refusal("invalid", `${field} ${message}.`, { fields: { [field]: { code, message } } });
