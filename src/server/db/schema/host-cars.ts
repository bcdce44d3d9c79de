import { sql } from "drizzle-orm";
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { TypedFields } from "#domain/cars/host/fields.ts";
import type { UnseenChanges } from "#domain/cars/host/live-content.ts";
import { paperKinds } from "#domain/cars/host/papers.ts";
import { accounts } from "./accounts.ts";
import { instant, oneOf } from "./columns.ts";

/**
 * What a host types of a car. A draft is a row here alone: it is in no list, claims no plate, and costs the catalogue
 * nothing while it is typed. From its first submission on the car has a row of its own, with the same id and owner, and
 * here stands only what is typed and isn't the car's: what waits for the desk, or isn't right yet.
 */
export const hostCars = pgTable(
  "host_cars",
  {
    id: uuid().primaryKey(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    typed: jsonb().$type<TypedFields>().notNull().default({}),
    /** A draft's pictures, the main one first; once there is a car, they are the car's. */
    images: text().array().notNull().default([]),
    /** Rises with every change by the host, and with every decision. */
    version: integer().notNull().default(1),
    /** Of the screens that the host types in, for what is written to them. */
    language: text({ enum: ["en", "zh"] }).notNull(),
    submittedAt: instant("submitted_at"),
    decidedAt: instant("decided_at"),
    decidedBy: uuid("decided_by").references(() => accounts.id, { onDelete: "set null" }),
    /** Why the desk declined the car, or a change of it; or why the car is paused by a rule. */
    reason: text().notNull().default(""),
    /** Since when changes of a listed car wait for the desk. */
    waitingSince: instant("waiting_since"),
    /** The former pictures and words of a listed car, for changes that no administrator has looked at. */
    unseen: jsonb().$type<UnseenChanges>().notNull().default({}),
    unseenSince: instant("unseen_since"),
    /** Version of the calendar's secret address; raising it ends the old one. */
    calendarVersion: integer("calendar_version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (car) => [
    check("host_cars_language", oneOf("language", ["en", "zh"])),
    // A car's row refers to both, so that the two can't name different owners.
    unique("host_cars_owner").on(car.id, car.hostId),
    index("host_cars_by_host").on(car.hostId, car.createdAt, car.id),
    index("host_cars_waiting")
      .on(car.waitingSince, car.id)
      .where(sql`waiting_since is not null`),
    check("host_cars_unseen", sql`(unseen_since is null) = (unseen = '{}')`),
    index("host_cars_unseen")
      .on(car.unseenSince, car.id)
      .where(sql`unseen_since is not null`),
    index("host_cars_by_image").using("gin", car.images),
  ],
);

/**
 * Registration and insurance of a host's car. What they show lies sealed in storage; of each kind there is the one that
 * the desk has accepted, and at most one that it is still to look at.
 */
export const carPapers = pgTable(
  "car_papers",
  {
    id: uuid().primaryKey(),
    carId: uuid("car_id")
      .notNull()
      .references(() => hostCars.id, { onDelete: "cascade" }),
    kind: text({ enum: paperKinds }).notNull(),
    /** It counts on this day still. */
    lastDay: date("last_day", { mode: "string" }).notNull(),
    /** What its sealed content is kept under: made by us, and never told. */
    contentId: uuid("content_id").notNull().unique("car_papers_content"),
    bytes: integer().notNull(),
    acceptedAt: instant("accepted_at"),
    /** How many days before its end the last reminder said so. */
    remindedDays: integer("reminded_days"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (paper) => [
    check("car_papers_kind", oneOf("kind", paperKinds)),
    uniqueIndex("car_papers_accepted")
      .on(paper.carId, paper.kind)
      .where(sql`accepted_at is not null`),
    uniqueIndex("car_papers_waiting")
      .on(paper.carId, paper.kind)
      .where(sql`accepted_at is null`),
    index("car_papers_car").on(paper.carId),
    index("car_papers_ending")
      .on(paper.lastDay)
      .where(sql`accepted_at is not null`),
  ],
);
