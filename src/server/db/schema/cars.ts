import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bodyStyles } from "#domain/cars/body-styles.ts";
import { mostDeliveryMiles, mostNoticeDays } from "#domain/cars/car-rules.ts";
import { categories, transmissions } from "#domain/cars/cars.ts";
import { carStates, fleetStates } from "#domain/cars/listing-states.ts";
import { instant, listIndex, marks, oneOf, oneWord } from "./columns.ts";
import { hostCars } from "./host-cars.ts";

/** SQL: a plate without its spaces and marks, as `plainPlate` has it. `of` is "", or a table's name with a dot. */
export const plainPlateOf = (of: string): string =>
  `upper(regexp_replace(${of}plate_number, '[^A-Za-z0-9]', '', 'g'))`;
export const plainPlateNumber = plainPlateOf("");

/** SQL: the values that make two cars without plates the same one. */
export const naturalKeyOf = (of: string): string[] => [
  ...["name", "brand", "model", "city", "state"].map((column) => `lower(${of}${column})`),
  `${of}year`,
];

/** SQL: the car has a claim to plate and VIN: all but contested (second) ones, declined and retired cars of hosts. */
export const claimsOf = (of: string): string =>
  `not ${of}is_contested and ${of}listing_state <> 'declined' and not (${of}listing_state = 'retired' and ${of}host_id is not null)`;
export const claims = sql.raw(claimsOf(""));

export const cars = pgTable(
  "cars",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    brand: text().notNull(),
    model: text().notNull(),
    year: integer().notNull(),
    category: text({ enum: categories }).notNull(),
    bodyStyle: text("body_style", { enum: bodyStyles }).notNull(),
    colour: text().notNull().default(""),
    /** US cents for 30 days. */
    monthlyPrice: integer("monthly_price").notNull(),
    description: text().notNull().default(""),
    descriptionZh: text("description_zh"),
    features: text().array().notNull().default([]),
    images: text().array().notNull().default([]),
    /** Descriptions of the pictures, by the pictures' addresses. */
    pictureTexts: jsonb("picture_texts").$type<Record<string, string>>().notNull().default({}),
    city: text().notNull(),
    state: text().notNull(),
    zipCode: text("zip_code").notNull().default(""),
    trim: text().notNull().default(""),
    transmission: text({ enum: transmissions }).notNull().default("automatic"),
    carplay: boolean().notNull().default(false),
    minRentDays: integer("min_rent_days").notNull().default(30),
    plateNumber: text("plate_number"),
    insurance: text().notNull().default(""),
    /** The account of the host who owns it; null for the platform. `host_cars` has the same owner of the same car. */
    hostId: uuid("host_id"),
    /**
     * The state of the listing. If only the two marks below are written, a trigger derives it, else it sets them.
     */
    listingState: text("listing_state", { enum: carStates })
      .notNull()
      .default(sql`null`),
    /** Whether it is listed: what every list, quote and order reads. */
    available: boolean().notNull().default(true),
    /** A car that left the fleet but has orders: kept for history, in no list. */
    retiredAt: instant("retired_at"),
    /** Since when renters can order the car, if a host has listed it. */
    listedAt: instant("listed_at"),
    /** Whether another car had its plate or VIN when it was submitted; only administrators see it. */
    isContested: boolean("is_contested").notNull().default(false),
    vin: text(),
    odometer: integer().notNull().default(0),
    /** Where the host hands it over. Renters see it once the rental is paid. */
    handoverAddress: text("handover_address").notNull().default(""),
    /** How many miles the host brings the car at most; 0 for no delivery. */
    deliveryMiles: integer("delivery_miles").notNull().default(0),
    maxRentDays: integer("max_rent_days").notNull().default(400),
    /** Days from the order to the pickup, at least. */
    noticeDays: integer("notice_days").notNull().default(0),
    instantBook: boolean("instant_book").notNull().default(false),
    /** The assistant's translation for the host: a description with this very text is shown as a machine's. */
    translated: text(),
    /** The car's number among cars of its body style, from 1. A trigger keeps it; lists are sorted by it. */
    recommendedRank: integer("recommended_rank").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    /** The figures that the features name, if any: "5 seats", "303 mi range". */
    seats: integer().generatedAlwaysAs(sql.raw(`feature_figure(features, ' seats?')`)),
    rangeMiles: integer("range_miles").generatedAlwaysAs(sql.raw(`feature_figure(features, ' mi range')`)),
    /**
     * The text that searches look in: the words of name, brand, model, year, kind, colour and place in small
     * letters, each between two spaces and without marks; then the model, and brand and model, as one word. The
     * body style "coupe" counts as a sedan, as renters see it.
     */
    searchText: text("search_text").generatedAlwaysAs(
      sql.raw(
        `' ' || regexp_replace(folded(name || ' ' || brand || ' ' || model || ' ' || trim || ' ' || year::text || ' ' || category || ' ' || replace(body_style, 'coupe', 'sedan') || ' ' || colour || ' ' || city || ' ' || zip_code || ' ' || ${oneWord("model")} || ' ' || ${oneWord("brand || model")}), ${marks}, ' ', 'g') || ' '`,
      ),
    ),
  },
  (car) => [
    check("cars_category", oneOf("category", categories)),
    check("cars_body_style", oneOf("body_style", bodyStyles)),
    check("cars_transmission", oneOf("transmission", transmissions)),
    check("cars_monthly_price", sql`monthly_price between 1 and 10000000`),
    check("cars_min_rent_days", sql`min_rent_days between 30 and 400`),
    check("cars_max_rent_days", sql`max_rent_days between min_rent_days and 400`),
    check("cars_notice_days", sql.raw(`notice_days between 0 and ${mostNoticeDays}`)),
    check("cars_delivery_miles", sql.raw(`delivery_miles between 0 and ${mostDeliveryMiles}`)),
    check("cars_vin", sql`vin ~ '^[A-HJ-NPR-Z0-9]{17}$'`),
    check("cars_listing_state", oneOf("listing_state", carStates)),
    check("cars_available", sql`available = (listing_state = 'listed')`),
    check("cars_retired", sql`(retired_at is not null) = (listing_state = 'retired')`),
    // The platform's own cars wait for no approval, and a contested car can't be ordered.
    check("cars_of_platform", sql`host_id is not null or listing_state not in ('submitted', 'declined')`),
    check("cars_contested", sql`not is_contested or listing_state in ('submitted', 'declined', 'retired')`),
    foreignKey({
      name: "cars_owner",
      columns: [car.id, car.hostId],
      foreignColumns: [hostCars.id, hostCars.hostId],
    }).onUpdate("cascade"),
    check("cars_year", sql`year between 1900 and 2199`),
    uniqueIndex("cars_plate")
      .on(sql.raw(plainPlateNumber))
      .where(sql`plate_number is not null and ${claims}`),
    uniqueIndex("cars_vin_claimed")
      .on(car.vin)
      .where(sql`vin is not null and ${claims}`),
    index("cars_by_host").on(car.hostId, car.listingState, car.id),
    index("cars_by_image").using("gin", car.images),
    uniqueIndex("cars_natural_key")
      .on(
        sql`lower(name)`,
        sql`lower(brand)`,
        sql`lower(model)`,
        car.year,
        sql`lower(city)`,
        sql`lower(state)`,
      )
      .where(sql`plate_number is null`),
    index("cars_of_fleet")
      .on(sql`name collate "C"`, car.id)
      .where(oneOf("listing_state", fleetStates)),
    index("cars_to_decide")
      .on(car.listingState, car.id)
      .where(oneOf("listing_state", ["submitted", "declined"])),
    // One index for each sort of the catalogue, so that a page is read and not sorted; the filters that
    // matter lead.
    listIndex("cars_by_price", car.monthlyPrice, car.id),
    listIndex("cars_by_name", sql`name collate "C"`, car.id),
    listIndex("cars_by_year", car.year, car.id),
    listIndex("cars_by_category_price", car.category, car.monthlyPrice, car.id),
    listIndex("cars_by_brand_price", sql`lower(brand)`, car.monthlyPrice, car.id),
    listIndex("cars_by_city_price", sql`lower(city)`, car.monthlyPrice, car.id),
    listIndex("cars_by_rank", car.recommendedRank, car.id),
    listIndex("cars_by_category_rank", car.category, car.recommendedRank, car.id),
    listIndex("cars_by_brand_rank", sql`lower(brand)`, car.recommendedRank, car.id),
    listIndex("cars_by_city_rank", sql`lower(city)`, car.recommendedRank, car.id),
    listIndex("cars_by_zip", car.zipCode),
    listIndex("cars_by_seats", car.seats),
    listIndex("cars_by_range", car.rangeMiles),
    index("cars_of_body").on(car.bodyStyle, car.recommendedRank),
    index("cars_by_part_of_plate").using("gin", sql.raw(`${plainPlateNumber} gin_trgm_ops`)),
    index("cars_search").using("gin", sql`search_text gin_trgm_ops`),
    index("cars_by_part_of_model").using("gin", sql`lower(model) gin_trgm_ops`),
  ],
);
