import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { stretchReasons } from "#domain/orders/stretches.ts";
import { accounts } from "./accounts.ts";
import { cars } from "./cars.ts";
import { instant, oneOf } from "./columns.ts";
import { orderId } from "./orders.ts";

/**
 * The parts of rentals that were driven with another car before. The order itself holds its last stretch: its car, host,
 * share and the host's price.
 */
export const orderStretches = pgTable(
  "order_stretches",
  {
    orderId: orderId(),
    /** From 1, in the order of their days. */
    number: integer().notNull(),
    carId: uuid("car_id")
      .notNull()
      .references(() => cars.id),
    /** The car's name as it was then. */
    carName: text("car_name").notNull(),
    hostId: uuid("host_id").references(() => accounts.id),
    hostSharePercent: integer("host_share_percent"),
    /** US cents a month that the host earns by; null where it is the order's own price. */
    hostMonthlyPrice: integer("host_monthly_price"),
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    /** True for days on which the renter had no car: nobody earns from them. */
    isWithoutCar: boolean("is_without_car").notNull().default(false),
    /** The first day of the next stretch. */
    endsOn: date("ends_on", { mode: "string" }).notNull(),
    reason: text({ enum: stretchReasons }).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (stretch) => [
    primaryKey({ columns: [stretch.orderId, stretch.number] }),
    index("order_stretches_by_car").on(stretch.carId, stretch.endsOn),
    check("order_stretches_days", sql`ends_on >= starts_on and number > 0`),
    check("order_stretches_reason", oneOf("reason", stretchReasons)),
    check(
      "order_stretches_share",
      sql`host_share_percent between 0 and 100 and (host_id is null or host_share_percent is not null)`,
    ),
  ],
);
