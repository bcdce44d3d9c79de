import * as z from "zod/mini";
import {
  conditionFindingKinds,
  conditionKinds,
  conditionSides,
  conditionSlots,
  fullTank,
  handoverNeeds,
  highestOdometer,
  longestLowReading,
  longestRemark,
} from "#domain/trips/condition.ts";
import { PickupDenial } from "./pickup-denials.ts";
import { ReturnDenial } from "./return-denials.ts";
import { ShownStretch } from "./stretches.ts";
import { endpoint } from "./endpoint.ts";
import { CalendarDate, Money, MoneySent, requiredWords, Uuid, words, NewId, Reason } from "./fields.ts";
import { idOf, OrderParams, RecordParams } from "./params.ts";

export const ConditionImage = z.object({
  slot: z.enum(conditionSlots),
  width: z.number(),
  height: z.number(),
  /** By the camera's clock; null where it doesn't say. */
  takenAt: z.nullable(z.string()),
  uploadedAt: z.string(),
  /** SHA-256 of the file that was sent, and of what is kept of it. */
  uploadHash: z.string(),
  storedHash: z.string(),
});
export type ConditionImage = z.infer<typeof ConditionImage>;

/** The condition of a car at its handover or return; not finished as long as `finishedAt` is null. */
export const ConditionRecord = z.object({
  id: Uuid,
  kind: z.enum(conditionKinds),
  /** Which car of the order the record is about: the number of the car's stretch. */
  stretch: z.number(),
  /** `longbay` is an administrator. */
  by: z.enum(conditionSides),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  odometer: z.nullable(z.number()),
  /** Fuel or charge in eighths: 8 is full. */
  fuelEighths: z.nullable(z.number()),
  remark: z.string(),
  images: z.array(ConditionImage),
  /** The record's place in the order, and its seal, which covers the seal before it; null until finished. */
  place: z.nullable(z.number()),
  seal: z.nullable(z.string()),
});
export type ConditionRecord = z.infer<typeof ConditionRecord>;

const reading = {
  odometer: z.optional(z.int().check(z.gte(0), z.lte(highestOdometer))),
  fuelEighths: z.optional(z.int().check(z.gte(0), z.lte(fullTank))),
  remark: z.optional(words(longestRemark)),
};

const RepairRange = z.object({ id: Uuid, from: CalendarDate, until: CalendarDate });
const KeptDays = z.object({
  carId: Uuid,
  carName: z.string(),
  from: CalendarDate,
  until: CalendarDate,
  /** Whether the car is back. */
  isBack: z.boolean(),
  /** Whether the caller may free them now. */
  mayFree: z.boolean(),
});
const tag = "Condition";
/**
 * Renters, hosts and administrators: the host of an earlier car only for what is about that car. For other callers
 * the order doesn't exist.
 */
const access = "account";

export const listConditionRecords = endpoint({
  method: "GET",
  path: "/api/orders/:id/condition-records",
  summary:
    "The condition records of an order, the first at the head, and one's own that isn't finished; what may be recorded now, and what a handover lacks",
  tag,
  access,
  owns: { order: ["host", "earlier_host", "renter", "admin"] },
  params: OrderParams,
  response: z.object({
    records: z.array(ConditionRecord),
    /** What the caller may record now. */
    open: z.array(z.enum(conditionKinds)),
    /** The stretch of the car that a record would be about if the caller began it now. */
    stretchOf: z.object({ pickup: z.number(), return: z.number() }),
    /** Whether a return that begins now ends the rental: the return of an earlier car doesn't. */
    returnEnds: z.boolean(),
    stretches: z.array(ShownStretch),
    lacks: z.array(z.enum(handoverNeeds)),
    /** Whether the caller may hand over the car although something is missing, with a reason. */
    mayOverride: z.boolean(),
    /** Who reads it: the order's renter, the host of its car, or an administrator. */
    reader: z.enum(conditionSides),
    status: z.string(),
    orderNumber: z.string(),
    carName: z.nullable(z.string()),
    pickupDate: z.string(),
    returnDate: z.string(),
    isCarOut: z.boolean(),
    /** Miles for the whole rental. */
    milesIncluded: z.number(),
    /** Whether the caller may record days without a usable car. */
    mayRecordRepair: z.boolean(),
    /** Days without a usable car, as they were recorded. */
    repairs: z.array(RepairRange),
    /** Days that the order still has of earlier cars. An administrator may free them once the car is back. */
    kept: z.array(KeptDays),
    /** Pickups that their renter has denied; for the renter, also pickups that they may deny. */
    denials: z.array(PickupDenial),
    /** Returns that were denied; for hosts and administrators, also returns that they may deny. */
    returnDenials: z.array(ReturnDenial),
  }),
  status: 200,
});

export const beginConditionRecord = endpoint({
  method: "POST",
  path: "/api/orders/:id/condition-records",
  summary:
    "Begin a condition record, or go on with one's own of this kind that isn't finished. `stretch` names an earlier car of an order that has had several; a return of one ends nothing. Reading and remark may be said here or when it is finished",
  tag,
  access,
  owns: { order: ["host", "earlier_host", "renter", "admin"] },
  params: OrderParams,
  body: z.object({
    id: NewId,
    kind: z.enum(conditionKinds),
    stretch: z.optional(z.int().check(z.gte(1))),
    ...reading,
  }),
  response: ConditionRecord,
  status: 201,
});

export const putConditionImage = endpoint({
  method: "PUT",
  path: "/api/orders/:id/condition-records/:recordId/images/:slot",
  summary:
    "Send the image of one slot as multipart/form-data: `file`, to 20 MB (JPEG, PNG, WebP, HEIC). May be repeated; another image takes its place until the record is finished",
  tag,
  access,
  owns: { order: ["host", "earlier_host", "renter", "admin"] },
  params: z.extend(RecordParams, { slot: z.string() }),
  response: ConditionRecord,
  status: 200,
});

export const finishConditionRecord = endpoint({
  method: "POST",
  path: "/api/orders/:id/condition-records/:recordId/finish",
  summary:
    "Finish and seal a record, with all four images and its reading. That of the pickup begins the rental, that of the return ends it; 409 names what a handover lacks, which manage_users may override with a reason. A return's reading below its pickup's needs words; with `earlyReturn` the rental is shortened as it was quoted, in the same step",
  tag,
  access,
  owns: { order: ["host", "earlier_host", "renter", "admin"] },
  params: RecordParams,
  body: z.nullish(
    z.object({
      ...reading,
      overrideReason: z.optional(Reason),
      /** Why a return's reading is below its pickup's reading: without these words the return is refused. */
      lowReading: z.optional(requiredWords(longestLowReading)),
      /** A renter's return before the end, with the early return as quoted: both happen, or neither. */
      earlyReturn: z.optional(z.object({ expectedTotal: MoneySent })),
    }),
  ),
  response: ConditionRecord,
  status: 200,
});

export const checkConditionRecords = endpoint({
  method: "GET",
  path: "/api/orders/:id/condition-records/check",
  summary:
    "Read every record of an order and what is stored of its images, and name what isn't as it was sealed: altered, removed or moved",
  tag,
  access,
  owns: { order: ["host", "earlier_host", "renter", "admin"] },
  params: OrderParams,
  response: z.object({
    isWhole: z.boolean(),
    checked: z.number(),
    findings: z.array(
      z.object({
        what: z.enum(conditionFindingKinds),
        recordId: z.string(),
        place: z.number(),
        slot: z.optional(z.enum(conditionSlots)),
      }),
    ),
  }),
  status: 200,
});

export const recordCarBack = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/car-back",
  summary: "Record that the car of a returned order is back, which frees it",
  tag,
  access: "admin",
  owns: { order: ["renter", "admin"] },
  params: OrderParams,
  response: z.object({ isCarOut: z.boolean() }),
  status: 200,
});

export const recordHostCarBack = endpoint({
  method: "POST",
  path: "/api/host/trips/:id/car-back",
  summary: "Record, as the host of the car of a returned order, that it is back, which frees it",
  tag,
  access: "host",
  owns: { order: ["host"] },
  params: OrderParams,
  response: z.object({ isCarOut: z.boolean() }),
  status: 200,
});

export const freeKeptDays = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/free-days",
  summary:
    "Free the days that an order keeps of a car whose side ended the rental, once that is back: nobody rents them before",
  tag,
  access: ["manage_cars"],
  params: OrderParams,
  body: z.object({ carId: Uuid, reason: Reason }),
  response: z.object({ kept: z.array(KeptDays) }),
  status: 200,
});

const repairSent = z.object({ id: NewId, from: CalendarDate, until: CalendarDate });
const RecordedRepairs = z.object({
  repairs: z.array(RepairRange),
  /** Days that are given back, and what they take off the price. */
  days: z.number(),
  amount: Money,
  total: Money,
});

export const recordRepairDays = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/repair-days",
  summary:
    "Record days on which an order's renter had no usable car, both included. Of each time in repair every day after the first comes off the price, with its insurance; sent twice with one `id`, it is recorded once",
  tag,
  access: "admin",
  owns: { order: ["renter", "admin"] },
  params: OrderParams,
  body: repairSent,
  response: RecordedRepairs,
  status: 201,
});

export const takeBackRepairDays = endpoint({
  method: "DELETE",
  path: "/api/admin/orders/:id/repair-days/:repairId",
  summary:
    "Take back days in repair that were recorded wrongly: what they took off the price is asked for again, and what of it hasn't been given back stays. The renter is told",
  tag,
  access: "admin",
  owns: { order: ["renter", "admin"] },
  params: z.extend(OrderParams, { repairId: idOf("repair_days_not_found") }),
  body: z.object({ reason: Reason }),
  response: RecordedRepairs,
  status: 200,
});

export const recordHostRepairDays = endpoint({
  method: "POST",
  path: "/api/host/trips/:id/repair-days",
  summary:
    "Record, as the host of the car, days with it on which the renter had no usable car. What comes off the price comes off the host's share of it, too",
  tag,
  access: "host",
  owns: { order: ["host"] },
  params: OrderParams,
  body: repairSent,
  response: RecordedRepairs,
  status: 201,
});
