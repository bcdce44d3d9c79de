import type { Db } from "./open-database.ts";
import { auditEvents } from "./schema/audit.ts";

/** Who did what to which order, car, user or permission: from what, to what, why. */
export type AuditEvent = typeof auditEvents.$inferInsert;

/** Writes down what was done, in the transaction that does it. Answers the number of the event. */
export async function audit(tx: Db, event: AuditEvent): Promise<number> {
  const [written] = await tx.insert(auditEvents).values(event).returning({ id: auditEvents.id });
  if (!written) throw new Error("No audit event was written");
  return written.id;
}
