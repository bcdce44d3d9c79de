import type { AuditAction, AuditEntity } from "#domain/audit/audited-actions.ts";
import type { Db } from "./open-database.ts";
import { auditEvents } from "./schema/audit.ts";

type AuditRow = typeof auditEvents.$inferInsert;

/** Audit events of one entity, or of several entities that have an action in common. */
export type AuditEventOf<Entity extends AuditEntity> = Extract<AuditEvent, { entity: Entity }>;

/** Who did what to which order, car, user or permission: from what, to what, why. */
export type AuditEvent = {
  [Entity in AuditEntity]: Omit<AuditRow, "entity" | "action"> & {
    entity: Entity;
    action: AuditAction<Entity>;
  };
}[AuditEntity];

/** Writes an audit event, in the transaction that makes the change. Returns the number of the event. */
export async function audit(tx: Db, event: AuditEvent): Promise<number> {
  const [written] = await tx.insert(auditEvents).values(event).returning({ id: auditEvents.id });
  if (!written) throw new Error("No audit event was written");
  return written.id;
}
