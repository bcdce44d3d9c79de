import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/**
 * An imported file of cars: its result, and the car of each of its rows, so that pictures find their cars by row.
 */
export const importBatches = pgTable(
  "import_batches",
  {
    id: uuid().primaryKey().defaultRandom(),
    fileName: text("file_name").notNull(),
    actor: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    processed: integer().notNull(),
    added: integer().notNull(),
    updated: integer().notNull(),
    unchanged: integer().notNull(),
    errors: integer().notNull(),
    /** Row numbers as a spreadsheet counts them, and at the same place the car of each. */
    rows: integer().array().notNull(),
    carIds: uuid("car_ids").array().notNull(),
    /**
     * The cars that the import added: undoing the import removes them. Null for imports from before this column
     * existed.
     */
    addedIds: uuid("added_ids").array(),
    undoneAt: instant("undone_at"),
  },
  (batch) => [index("import_batches_by_created").on(batch.createdAt)],
);

/** How far a long upload has come, for the screen that waits for it. Rows live for an hour. */
export const uploadProgress = pgTable(
  "upload_progress",
  {
    id: uuid().primaryKey(),
    accountId: uuid("account_id").notNull(),
    phase: text({ enum: ["receiving", "checking", "writing", "pictures"] }).notNull(),
    done: integer().notNull(),
    total: integer().notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (progress) => [index("upload_progress_by_time").on(progress.updatedAt)],
);

/** An imported file of rentals that had run in other books: its result. */
export const rentalImports = pgTable(
  "rental_imports",
  {
    id: uuid().primaryKey().defaultRandom(),
    fileName: text("file_name").notNull(),
    actor: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    processed: integer().notNull().default(0),
    added: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    errors: integer().notNull().default(0),
    undoneAt: instant("undone_at"),
  },
  (batch) => [index("rental_imports_by_created").on(batch.createdAt)],
);
