import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { WrittenSettings } from "#domain/site/business-settings.ts";
import { instant } from "./columns.ts";

/**
 * The words that cars are called by, so that a mistyped one finds its neighbour. Kept by a trigger, never
 * emptied.
 */
export const searchWords = pgTable("search_words", { word: text().primaryKey() }, (word) => [
  index("search_words_similar").using("gin", sql`${word.word} gin_trgm_ops`),
]);

/** One row, whose version rises with every change of a car. Every process keeps hot answers under it. */
export const catalogueState = pgTable("catalogue_state", {
  id: integer().primaryKey(),
  version: bigint({ mode: "number" }).notNull(),
});

/** Uses counted against a limit until the window ends. Lost in a crash, which only forgives. */
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
 * One row: what administrators have written of the business on the settings page, as the environment would have it. A
 * trigger tells every process of a change.
 */
export const businessSettings = pgTable("business_settings", {
  id: integer().primaryKey(),
  /** Rises with every change. */
  version: bigint({ mode: "number" }).notNull(),
  written: jsonb().$type<WrittenSettings>().notNull(),
});

/**
 * Accounts that were deleted, by ids that say nothing any more. What was restored from a backup of before is deleted
 * again by them, so each is recorded beside the database too.
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
