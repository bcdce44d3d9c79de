import { sql } from "drizzle-orm";
import { bigserial, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { auditEntities } from "#domain/audit/audited-actions.ts";
import { instant } from "./columns.ts";

/** Who changed what, from what, to what, when and why. Rows are only ever added. */
export const auditEvents = pgTable(
  "audit_events",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    at: instant("at").notNull().defaultNow(),
    actor: text().notNull(),
    entity: text({ enum: auditEntities }).notNull(),
    entityId: text("entity_id").notNull(),
    action: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    reason: text(),
  },
  (event) => [
    // The trail as a list, newest first, and the events of one actor.
    index("audit_events_by_time").on(event.at, event.id),
    index("audit_events_by_actor").on(event.actor, event.at, event.id),
    index("audit_events_by_entity").on(event.entity, event.entityId, event.at),
    // The events that retention still has to clear: every hour it finds the oldest without reading the others.
    index("audit_events_to_forget")
      .on(event.at)
      .where(sql`before is not null or after is not null or reason is not null`),
  ],
);
