import { sql } from "drizzle-orm";
import { check, customType, date, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./account-schema.ts";
import { instant } from "./columns.ts";
import { cars } from "./schema.ts";

const daterange = customType<{ data: string }>({ dataType: () => "daterange" });

/**
 * Days on which a car can't be rented: it is in the workshop, or its owner has it. Triggers keep them and the
 * renters' days apart.
 */
export const carBlocks = pgTable(
  "car_blocks",
  {
    id: uuid().primaryKey().defaultRandom(),
    carId: uuid("car_id")
      .notNull()
      .references(() => cars.id, { onDelete: "cascade" }),
    firstDate: date("first_date", { mode: "string" }).notNull(),
    lastDate: date("last_date", { mode: "string" }).notNull(),
    /** Both days included. */
    during: daterange().generatedAlwaysAs(sql`daterange(first_date, last_date, '[]')`),
    reason: text().notNull(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => accounts.id),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  () => [check("car_blocks_dates", sql`last_date >= first_date`)],
);
