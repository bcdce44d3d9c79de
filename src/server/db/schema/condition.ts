import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  conditionKinds,
  conditionSides,
  conditionSlots,
  fullTank,
  highestOdometer,
} from "#domain/trips/condition.ts";
import { instant, oneOf } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * The state of a car at its handover and its return. A record may change until it is finished; a finished record
 * is sealed: a trigger refuses every change, and its seal includes the seal of the record before it.
 */
export const conditionRecords = pgTable(
  "condition_records",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: conditionKinds }).notNull(),
    side: text({ enum: conditionSides }).notNull(),
    /** Which of the order's cars it is about, by the number of the stretch that was driven with it. */
    stretch: integer().notNull().default(1),
    /** The account that made it. No reference: the record stays as it is when the account goes. */
    madeBy: uuid("made_by").notNull(),
    odometer: integer(),
    fuelEighths: integer("fuel_eighths"),
    remark: text().notNull().default(""),
    /** SHA-256 of the request that began it, so that another body with the same id is recognized. */
    requestHash: text("request_hash").notNull().default(""),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at"),
    /** Among the order's finished records, from 1. */
    place: integer(),
    sealBefore: text("seal_before"),
    seal: text(),
  },
  (record) => [
    check("condition_records_kind", oneOf("kind", conditionKinds)),
    check("condition_records_stretch", sql`stretch > 0`),
    check("condition_records_side", oneOf("side", conditionSides)),
    check("condition_records_odometer", sql.raw(`odometer between 0 and ${highestOdometer}`)),
    check("condition_records_fuel", sql.raw(`fuel_eighths between 0 and ${fullTank}`)),
    check(
      "condition_records_finished",
      sql`finished_at is null and place is null and seal is null and seal_before is null
        or finished_at is not null and place is not null and seal is not null and seal_before is not null
          and odometer is not null and fuel_eighths is not null`,
    ),
    uniqueIndex("condition_records_place").on(record.orderId, record.place),
    // A person who begins a record again continues the open one.
    uniqueIndex("condition_records_open")
      .on(record.orderId, record.kind, record.stretch, record.madeBy)
      .where(sql`finished_at is null`),
    index("condition_records_to_forget")
      .on(record.startedAt)
      .where(sql`finished_at is null`),
  ],
);

/** The images of a record, one for each slot. Their contents are sealed in storage. */
export const conditionImages = pgTable(
  "condition_images",
  {
    recordId: uuid("record_id")
      .notNull()
      .references(() => conditionRecords.id, { onDelete: "cascade" }),
    slot: text({ enum: conditionSlots }).notNull(),
    /** The id under which the sealed content is kept. We make it. */
    contentId: uuid("content_id").notNull().unique("condition_images_content"),
    /** SHA-256 of the file that was sent, and of what is kept of it. */
    uploadHash: text("upload_hash").notNull(),
    storedHash: text("stored_hash").notNull(),
    /** When the camera says that it was taken, by the camera's own clock. */
    takenAt: text("taken_at"),
    width: integer().notNull(),
    height: integer().notNull(),
    uploadedAt: instant("uploaded_at").notNull(),
  },
  (image) => [
    primaryKey({ columns: [image.recordId, image.slot] }),
    check("condition_images_slot", oneOf("slot", conditionSlots)),
  ],
);
