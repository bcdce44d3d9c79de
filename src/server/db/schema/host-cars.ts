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
 * The fields of a car as its host types them. A draft is a row here alone: it is in no list, claims no plate, and
 * costs the catalogue nothing. After its first submission the car has a row of its own, with the same id and
 * owner. This row then has only typed fields that differ: they wait for approval, or aren't right yet.
 */
export const hostCars = pgTable(
  "host_cars",
  {
    id: uuid().primaryKey(),
    hostId: uuid("host_id")
      .notNull()
      .references(() => accounts.id),
    typed: jsonb().$type<TypedFields>().notNull().default({}),
    /** A draft's pictures, the main one first; once there is a car, the car's row has them. */
    images: text().array().notNull().default([]),
    /** Rises with every change by the host, and with every decision. */
    version: integer().notNull().default(1),
    /** The language of the screens that the host types in; emails use it where the account has none of its own. */
    language: text({ enum: ["en", "zh"] }).notNull(),
    submittedAt: instant("submitted_at"),
    decidedAt: instant("decided_at"),
    decidedBy: uuid("decided_by").references(() => accounts.id, { onDelete: "set null" }),
    /** Why an administrator declined the car, or a change of it; or why the car is paused by a rule. */
    reason: text().notNull().default(""),
    /** Since when changes of a listed car wait for an administrator. */
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
    // A car's row refers to these two columns, so that both rows name the same owner.
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
 * Registration and insurance of a host's car. Their contents are sealed in storage. There is at most one paper of
 * each kind that administrators have accepted, and at most one that they still have to look at.
 */
export const carPapers = pgTable(
  "car_papers",
  {
    id: uuid().primaryKey(),
    carId: uuid("car_id")
      .notNull()
      .references(() => hostCars.id, { onDelete: "cascade" }),
    kind: text({ enum: paperKinds }).notNull(),
    /** The paper is still valid on this day. */
    lastDay: date("last_day", { mode: "string" }).notNull(),
    /** The id under which its sealed content is kept: we make it, and never show it. */
    contentId: uuid("content_id").notNull().unique("car_papers_content"),
    bytes: integer().notNull(),
    acceptedAt: instant("accepted_at"),
    /** How many days before the paper's end the last reminder was sent. */
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
