import * as z from "zod/mini";
import { longestEmail } from "#domain/text-lengths.ts";
import { auditEntities } from "#domain/audit/audited-actions.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, line, unlessEmpty } from "#contract/fields.ts";
import { pageAfter, PlaceCursor } from "#contract/paging.ts";

/** An entry of the audit trail: who did what to which thing. It is text: no link, no key, no stored value. */
export const AuditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** A person's name or address; a word where no person did it. */
  by: z.string(),
  entity: z.enum(auditEntities),
  entityId: z.string(),
  /** The name or number of the thing; empty where the thing is gone. */
  label: z.string(),
  action: z.string(),
  from: z.string(),
  to: z.string(),
  /** The names of the changed fields, where there were several. */
  fields: z.array(z.string()),
  reason: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = endpoint({
  method: "GET",
  path: "/api/admin/audit",
  summary:
    "The audit trail, newest first, of what one may see in its own list: by person (id, name or address), thing (id, number, name or address), kind of thing, and day",
  tag: "Admin: audit",
  access: "admin",
  query: z.object({
    by: unlessEmpty(line(longestEmail)),
    thing: unlessEmpty(line(longestEmail)),
    entity: unlessEmpty(z.enum(auditEntities)),
    day: unlessEmpty(CalendarDate),
    ...pageAfter(PlaceCursor, 200),
  }),
  response: z.array(AuditEntry),
  status: 200,
});
