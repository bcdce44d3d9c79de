import * as z from "zod/mini";
import { cellErrorCodes } from "#domain/csv/cells.ts";
import { rentalErrorCodes } from "#domain/moving-in/plan.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Message, unlessEmpty, Uuid } from "#contract/fields.ts";
import { byId } from "#contract/params.ts";

/** A row that would add a car or change one, and what would change. */
export const ImportPreview = z.object({
  row: z.number(),
  what: z.enum(["add", "update"]),
  name: z.string(),
  year: z.number(),
  city: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** An error of a row: of the whole row, or of one of its columns. */
export const RowError = z.object({
  row: z.number(),
  column: z.optional(z.string()),
  code: z.enum([
    ...cellErrorCodes,
    ...rentalErrorCodes,
    "unreadable",
    "too_many_cells",
    "same_car",
    "not_a_host",
    "plate_claimed",
    "own_car",
    "hosted_retired",
  ]),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type RowError = z.infer<typeof RowError>;

/** The report on any imported file, row by row. */
const fileReport = {
  message: z.string(),
  dryRun: z.boolean(),
  processed: z.number(),
  added: z.number(),
  unchanged: z.number(),
  errors: z.number(),
  errorDetails: z.array(z.string()),
  /** The first errors of `errorDetails`, for programs. */
  faults: z.array(RowError),
  /** Columns of the file with unknown names, which are left out, each with the column that was probably meant. */
  unknownColumns: z.array(z.object({ name: z.string(), nearest: z.optional(z.string()) })),
};

/** The result of a file of cars. In a dry run: the result that it would have, with the first changes. */
export const CarsImported = z.object({
  ...fileReport,
  updated: z.number(),
  /** Added cars that belong to hosts: they are paused until their hosts complete and list them. */
  hosted: z.number(),
  /** Listed cars of hosts that are paused because the file leaves them with fewer than five photos. */
  paused: z.number(),
  /** Cars of hosts whose column `available` is ignored: only their hosts offer them. */
  keptOffers: z.number(),
  preview: z.array(ImportPreview),
  batchId: z.optional(Uuid),
});
export type CarsImported = z.infer<typeof CarsImported>;

export const uploadPhases = ["receiving", "checking", "writing", "pictures"] as const;
export const UploadProgress = z.object({ phase: z.enum(uploadPhases), done: z.number(), total: z.number() });
export type UploadProgress = z.infer<typeof UploadProgress>;

/** A file of cars that was imported. `rows` are its rows that have a car; pictures find their cars by row. */
export const ImportBatch = z.object({
  id: Uuid,
  fileName: z.string(),
  createdAt: z.string(),
  rows: z.number(),
  added: z.number(),
  updated: z.number(),
  undoneAt: z.nullable(z.string()),
  /**
   * True where the added cars are known and the import is not undone yet. Only the attempt shows whether something
   * prevents it.
   */
  isUndoable: z.boolean(),
});
export type ImportBatch = z.infer<typeof ImportBatch>;

const common = { tag: "Admin: imports", access: ["manage_cars", "upload_data"], status: 200 } as const;

export const uploadCsv = endpoint({
  ...common,
  method: "POST",
  path: "/api/admin/upload-csv",
  summary: "Import a CSV file of cars from the field `file`; with `dryRun=true` only look what it would do",
  query: z.object({ dryRun: unlessEmpty(z.enum(["true", "false"])), uploadId: unlessEmpty(Uuid) }),
  response: CarsImported,
});
export const listImports = endpoint({
  ...common,
  method: "GET",
  path: "/api/admin/imports",
  summary: "The latest imports of files of cars, newest first",
  response: z.array(ImportBatch),
});
/** The number of cars that an undone import had added and that are deleted, and of cars that are as before. */
export const ImportUndone = z.object({ message: z.string(), deleted: z.number(), restored: z.number() });
export type ImportUndone = z.infer<typeof ImportUndone>;

export const undoImport = endpoint({
  ...common,
  method: "POST",
  path: "/api/admin/imports/:id/undo",
  summary:
    "Undo an import. 409 with `hanging` when cars that it added have orders or blocked days, or somebody has changed a car since",
  params: byId("not_found"),
  response: ImportUndone,
});
export const deleteImport = endpoint({
  ...common,
  method: "DELETE",
  path: "/api/admin/imports/:id",
  summary: "Take an import off the list. Its cars stay; it can't be undone any more",
  params: byId("not_found"),
  response: Message,
});
export const getUploadProgress = endpoint({
  ...common,
  method: "GET",
  path: "/api/admin/uploads/:id",
  summary: "How far an upload of one's own has come, by the id that it was sent with",
  params: byId("not_found"),
  response: UploadProgress,
});

/** A rental of a file as our books have it, or would have it: for a comparison with the former books. */
export const MovedInRental = z.object({
  row: z.number(),
  orderNumber: z.nullable(z.string()),
  customerName: z.string(),
  carName: z.string(),
  pickupDate: z.string(),
  returnDate: z.string(),
  status: z.enum(["confirmed", "in_progress"]),
  total: z.string(),
  paid: z.string(),
  /** What is due and not paid; below zero, what is paid in advance. */
  balance: z.string(),
  next: z.nullable(z.object({ dueOn: z.string(), amount: z.string() })),
});
export type MovedInRental = z.infer<typeof MovedInRental>;

/** The result of a file of rentals. In a dry run: the result that it would have. */
export const RentalsImported = z.object({
  ...fileReport,
  rentals: z.array(MovedInRental),
  batchId: z.optional(Uuid),
});
export type RentalsImported = z.infer<typeof RentalsImported>;

/** A file of running rentals that was imported. */
export const RentalImport = z.object({
  id: Uuid,
  fileName: z.string(),
  createdAt: z.string(),
  added: z.number(),
  undoneAt: z.nullable(z.string()),
});
export type RentalImport = z.infer<typeof RentalImport>;

const movingIn = { tag: "Admin: imports", access: ["manage_payments"], status: 200 } as const;

export const uploadRentals = endpoint({
  ...movingIn,
  method: "POST",
  path: "/api/admin/upload-rentals",
  summary:
    "Move rentals that run in other books in from the CSV file `file`, with their payments and without emails; with `dryRun=true` only look what it would do",
  query: z.object({ dryRun: unlessEmpty(z.enum(["true", "false"])), uploadId: unlessEmpty(Uuid) }),
  response: RentalsImported,
});
export const listRentalImports = endpoint({
  ...movingIn,
  method: "GET",
  path: "/api/admin/rental-imports",
  summary: "The latest files of rentals that were moved in, newest first",
  response: z.array(RentalImport),
});
export const undoRentalImport = endpoint({
  ...movingIn,
  method: "POST",
  path: "/api/admin/rental-imports/:id/undo",
  summary:
    "Undo a file of rentals whole: its orders, their money and their days go. 409 with `hanging` when something has happened to one of them since",
  params: byId("not_found"),
  response: z.object({ message: z.string(), removed: z.number() }),
});
