import * as z from "zod/mini";
import { denialDecisions, longestPickupDenial } from "#domain/payouts/pickup-denials.ts";
import { endpoint } from "./endpoint.ts";
import { Money, requiredWords, unlessEmpty, Uuid, Reason } from "./fields.ts";
import { idPage } from "./paging.ts";
import { byId, RecordParams } from "./params.ts";

/** A pickup that its renter may deny, has denied, or was right to deny. */
export const PickupDenial = z.object({
  /** The condition record of the pickup. */
  recordId: Uuid,
  /** Until when the renter may deny the pickup; null for other readers, and once it is denied. */
  until: z.nullable(z.string()),
  deniedAt: z.nullable(z.string()),
  words: z.string(),
  decision: z.nullable(z.enum(denialDecisions)),
  reason: z.string(),
});
export type PickupDenial = z.infer<typeof PickupDenial>;

export const denyPickup = endpoint({
  method: "POST",
  path: "/api/orders/:id/condition-records/:recordId/deny",
  summary:
    "Deny, as the order's renter and within 72 hours, a pickup that somebody else recorded. What the host has earned with the order isn't paid out until an administrator has decided. Sent twice, it counts once",
  tag: "Condition",
  access: "account",
  owns: { order: ["renter"] },
  params: RecordParams,
  body: z.object({ words: requiredWords(longestPickupDenial) }),
  response: PickupDenial,
  status: 201,
});

const tag = "Admin: payouts";
const access = ["manage_payments"] as const;

export const AdminPickupDenial = z.object({
  id: Uuid,
  deniedAt: z.string(),
  words: z.string(),
  decision: z.nullable(z.enum(denialDecisions)),
  decidedAt: z.nullable(z.string()),
  reason: z.string(),
  host: z.object({ id: Uuid, name: z.string() }),
  /** What the host was already paid for the order, less what was taken back. A decision takes nothing back. */
  paidOut: Money,
  order: z.object({ id: Uuid, orderNumber: z.string(), renterName: z.string() }),
});
export type AdminPickupDenial = z.infer<typeof AdminPickupDenial>;

export const listPickupDenials = endpoint({
  method: "GET",
  path: "/api/admin/pickup-denials",
  summary: "Pickups that renters deny, the oldest first, or the decided ones, the newest first",
  tag,
  access,
  query: z.object({
    state: unlessEmpty(z.enum(["open", "decided"])),
    ...idPage,
  }),
  response: z.array(AdminPickupDenial),
  status: 200,
});

export const decidePickupDenial = endpoint({
  method: "PUT",
  path: "/api/admin/pickup-denials/:id",
  summary:
    "Decide about a pickup that its renter denies. Dismissed: payouts go on. Upheld: what the host has earned with the order stays unpaid, and what was paid out is taken back by hand. Renter and host get an email",
  tag,
  access,
  params: byId("not_found"),
  body: z.object({ decision: z.enum(denialDecisions), reason: Reason }),
  response: AdminPickupDenial,
  status: 200,
});
