import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { WrittenSettings } from "#domain/site/business-settings.ts";
import { instant } from "./columns.ts";

/**
 * The words in the names of cars, so that a search with a mistyped word finds a similar one. A trigger adds them;
 * they are never deleted.
 */
export const searchWords = pgTable("search_words", { word: text().primaryKey() }, (word) => [
  index("search_words_similar").using("gin", sql`${word.word} gin_trgm_ops`),
]);

/** One row, whose version rises with every change of a car. Every process caches answers under that version. */
export const carsState = pgTable("catalogue_state", {
  id: integer().primaryKey(),
  version: bigint({ mode: "number" }).notNull(),
});

/** Uses that count against a limit until the window ends. A crash loses them, which only allows more uses. */
export const limits = pgTable(
  "limits",
  { key: text().primaryKey(), uses: integer().notNull(), endsAt: instant("ends_at").notNull() },
  (limit) => [index("limits_by_end").on(limit.endsAt)],
);

/**
 * Values that every process of one installation shares, such as the secret that addresses are hashed with.
 */
export const settings = pgTable("settings", { key: text().primaryKey(), value: text().notNull() });

/**
 * One row: the data of the business that administrators have written on the settings page, in the form of the
 * environment's variables. A trigger informs every process of a change.
 */
export const businessSettings = pgTable("business_settings", {
  id: integer().primaryKey(),
  /** Rises with every change. */
  version: bigint({ mode: "number" }).notNull(),
  written: jsonb().$type<WrittenSettings>().notNull(),
});

/**
 * The ids of deleted accounts, which no longer lead to a person. After a restore from an older backup these
 * accounts are deleted again, so each is recorded outside the database too.
 */
export const erasures = pgTable(
  "erasures",
  {
    accountId: uuid("account_id").primaryKey(),
    erasedAt: instant("erased_at").notNull().defaultNow(),
    recordedAt: instant("recorded_at"),
  },
  (erasure) => [
    index("erasures_to_record")
      .on(erasure.erasedAt)
      .where(sql`recorded_at is null`),
  ],
);
