import * as z from "zod/mini";
import { chargeCategories } from "#domain/charges/categories.ts";
import {
  chargeAnswers,
  chargeDecisions,
  chargeStatuses,
  longestChargeWords,
  mostEvidence,
} from "#domain/charges/charges.ts";
import { Attachment } from "./conversations.ts";
import { endpoint } from "./endpoint.ts";
import {
  CalendarDate,
  Money,
  MoneySent,
  requiredWords,
  unlessEmpty,
  Uuid,
  words,
  NewId,
  Reason,
} from "./fields.ts";
import { placePage } from "./paging.ts";
import { ChargeParams, OrderParams } from "./params.ts";

/** What a computed charge is computed from: both readings of the odometer, or the days beyond the rental. */
export const ChargeFacts = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("miles"),
    pickup: z.number(),
    return: z.number(),
    /** Miles driven with earlier cars of the rental, if there were any. */
    before: z.optional(z.number()),
    included: z.number(),
    extra: z.number(),
    perMile: Money,
  }),
  z.object({
    kind: z.literal("days"),
    from: CalendarDate,
    until: CalendarDate,
    days: z.number(),
    perDay: Money,
  }),
]);
export type ChargeFacts = z.infer<typeof ChargeFacts>;

/** A charge that a renter is asked to pay beyond the price, as both sides see it. */
export const Charge = z.object({
  id: Uuid,
  orderId: Uuid,
  category: z.enum(chargeCategories),
  /** The car that the charge is about, if the rental has gone on without it; null for the rental's own car. */
  earlierCar: z.nullable(z.string()),
  amount: Money,
  /** The taxes on the amount, or on the part that is owed; absent where there are none. */
  taxes: z.optional(Money),
  words: z.string(),
  evidence: z.array(Attachment),
  facts: z.nullable(ChargeFacts),
  status: z.enum(chargeStatuses),
  proposedAt: z.string(),
  answerUntil: z.string(),
  /** The result if the renter doesn't answer; only on the renter's own page, while they may answer. */
  bySilence: z.optional(z.enum(["lapse_accepted", "lapse_disputed"])),
  /** The renter's answer; null where the renter gave none. */
  answer: z.nullable(
    z.object({ answer: z.enum(chargeAnswers), words: z.string(), evidence: z.array(Attachment) }),
  ),
  /** When the renter answered, or when the time for an answer was over. */
  answeredAt: z.nullable(z.string()),
  /** The part of the amount that is owed; null until that is known. */
  owed: z.nullable(Money),
  decision: z.nullable(z.enum(chargeDecisions)),
  /** The reason for the decision, or for the withdrawal. */
  reason: z.string(),
  closedAt: z.nullable(z.string()),
});
export type Charge = z.infer<typeof Charge>;

/** A charge for administrators. */
export const AdminCharge = z.extend(Charge, {
  /** `system` where a rule computed it. */
  proposedBy: z.string(),
  closedBy: z.nullable(z.string()),
  mayWithdraw: z.boolean(),
  /** Whether the caller may decide it. */
  mayDecide: z.boolean(),
});
export type AdminCharge = z.infer<typeof AdminCharge>;

export const Dispute = z.object({
  charge: AdminCharge,
  order: z.object({
    id: Uuid,
    orderNumber: z.string(),
    carName: z.nullable(z.string()),
    renterName: z.string(),
    renterEmail: z.string(),
    pickupDate: CalendarDate,
    returnDate: CalendarDate,
  }),
});
export type Dispute = z.infer<typeof Dispute>;

/** What may be charged for an order now: each category with the amount that its rule computes. */
const Proposable = z.array(
  z.object({
    category: z.enum(chargeCategories),
    /** The last day on which the charge may be proposed; null as long as the car is out. */
    until: z.nullable(CalendarDate),
    /** The amount that the rule computes, where there is a rule. No higher amount may be proposed. */
    amount: z.nullable(Money),
    facts: z.nullable(ChargeFacts),
    /** The odometer readings of the two sides differ: the proposer of a charge has looked at it. */
    isDisagreed: z.boolean(),
  }),
);

/** Files of the renter's reports of an accident or a breakdown: a charge may name them as evidence. */
const Reported = z.array(Attachment);

const tag = "Charges";
const files = z.optional(z.array(Uuid).check(z.maxLength(mostEvidence)));

export const listCharges = endpoint({
  method: "GET",
  path: "/api/admin/orders/:id/charges",
  summary: "The charges of an order, and what may be proposed now: each category with what its rule comes to",
  tag,
  access: "admin",
  params: OrderParams,
  response: z.object({
    charges: z.array(AdminCharge),
    /** What may be charged for the rental's own car. */
    proposable: Proposable,
    /** Each car that the rental was driven with, the rental's own car last: a charge names a car by `stretch`. */
    cars: z.array(z.object({ stretch: z.number(), name: z.string(), proposable: Proposable })),
    reported: Reported,
  }),
  status: 200,
});

export const listHostCharges = endpoint({
  method: "GET",
  path: "/api/host/trips/:id/charges",
  summary:
    "The charges of a rental that are about one's own car, an earlier one of it too, and what may be proposed now: each category with what its rule comes to",
  tag,
  access: "host",
  owns: { order: ["host", "earlier_host"] },
  params: OrderParams,
  response: z.object({
    /** `isOwn` is true of charges that the host proposed. */
    charges: z.array(z.extend(Charge, { isOwn: z.boolean() })),
    proposable: Proposable,
    reported: Reported,
  }),
  status: 200,
});

export const proposeCharge = endpoint({
  method: "POST",
  path: "/api/orders/:id/charges",
  summary:
    "Propose a charge of a rental, as an administrator or as the host of its car, with its evidence: files that were sent to /api/uploads, or that the renter sent with a report. The host of an earlier car of the rental proposes charges for that car, its late days too; an administrator names an earlier car by `stretch`. The renter has 72 hours to answer; nothing is owed before",
  tag,
  access: "account",
  params: OrderParams,
  body: z.object({
    id: NewId,
    category: z.enum(chargeCategories),
    amount: MoneySent,
    stretch: z.optional(z.int().check(z.gte(1))),
    words: z.optional(words(longestChargeWords)),
    evidence: files,
  }),
  response: AdminCharge,
  status: 201,
});

export const answerCharge = endpoint({
  method: "PUT",
  path: "/api/charges/:id/answer",
  summary: "Accept a charge of one's own rental, or contest it in words and files. Once, within its time",
  tag,
  access: "account",
  params: ChargeParams,
  body: z.object({
    answer: z.enum(chargeAnswers),
    words: z.optional(words(longestChargeWords)),
    evidence: files,
  }),
  response: Charge,
  status: 200,
});

export const withdrawCharge = endpoint({
  method: "PUT",
  path: "/api/admin/charges/:id/withdraw",
  summary: "Take back a charge that isn't owed yet; a contested one by its proposer or who decides disputes",
  tag,
  access: "admin",
  params: ChargeParams,
  body: z.object({ reason: Reason }),
  response: AdminCharge,
  status: 200,
});

export const withdrawHostCharge = endpoint({
  method: "PUT",
  path: "/api/host/charges/:id/withdraw",
  summary: "Take back a charge that one proposed as the host of a car, and that isn't owed yet",
  tag,
  access: "host",
  params: ChargeParams,
  body: z.object({ reason: Reason }),
  response: Charge,
  status: 200,
});

const access = ["manage_disputes"] as const;

export const listDisputes = endpoint({
  method: "GET",
  path: "/api/admin/disputes",
  summary:
    "Charges that wait for a decision, the oldest first; with state=closed those that have one, the newest first",
  tag,
  access,
  query: z.object({
    state: unlessEmpty(z.enum(["open", "closed"])),
    ...placePage,
  }),
  response: z.array(Dispute),
  status: 200,
});

export const decideDispute = endpoint({
  method: "PUT",
  path: "/api/admin/disputes/:id",
  summary:
    "Decide a contested charge, with a reason, never beyond what was proposed. Not by whoever proposed it, unless nobody else could",
  tag,
  access,
  params: ChargeParams,
  body: z.object({
    decision: z.enum(chargeDecisions),
    /** The part of the amount that is owed; needed where the charge is reduced. */
    amount: z.optional(MoneySent),
    reason: requiredWords(longestChargeWords),
  }),
  response: AdminCharge,
  status: 200,
});
