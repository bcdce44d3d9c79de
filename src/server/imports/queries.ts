import type { ImportBatch } from "#contract/admin/imports.ts";
import type { Database } from "#server/db/open-database.ts";

type Rows = Pick<Database, "rows">;

const mostListed = 20;
const batchColumns = `id, file_name as "fileName", created_at as "createdAt", added + updated + unchanged as rows, added, updated,
  undone_at as "undoneAt", undone_at is null and added_ids is not null and added + updated > 0 as "isUndoable"`;

type ImportRow = Omit<ImportBatch, "createdAt" | "undoneAt"> & {
  createdAt: Date | string;
  undoneAt: Date | string | null;
};
const present = ({ createdAt, undoneAt, ...batch }: ImportRow): ImportBatch => ({
  ...batch,
  createdAt: new Date(createdAt).toISOString(),
  undoneAt: undoneAt === null ? null : new Date(undoneAt).toISOString(),
});

export async function latestImports({ rows }: Rows): Promise<ImportBatch[]> {
  return (
    await rows<ImportRow>(
      `select ${batchColumns} from import_batches order by created_at desc, id limit ${mostListed}`,
    )
  ).map(present);
}

/** The import with this id, or the latest that was not undone. */
export async function findImport({ rows }: Rows, id: string | undefined): Promise<ImportBatch | undefined> {
  const [found] = await rows<ImportRow>(
    `select ${batchColumns} from import_batches where id = $1 or ($1::uuid is null and undone_at is null) order by created_at desc, id limit 1`,
    [id ?? null],
  );
  return found && present(found);
}

/** The car of a row of an import. `car` is missing where it is no longer in the fleet. */
export type RowCar = {
  row: number;
  car?: { id: string; name: string; year: number; city: string; images: number };
};

/** The cars of these rows, as far as the import has them. */
export async function carsOfRows(
  { rows }: Rows,
  batchId: string,
  wanted: readonly number[],
): Promise<RowCar[]> {
  const found = await rows<{
    row: number;
    id: string | null;
    name: string;
    year: number;
    city: string;
    images: number;
  }>(
    `select bound.row, cars.id, name, year, city, cardinality(images) as images
     from import_batches, unnest(rows, car_ids) as bound (row, car_id) left join cars on cars.id = bound.car_id and retired_at is null
     where import_batches.id = $1 and bound.row = any ($2)`,
    [batchId, wanted],
  );
  return found.map(({ row, id, ...car }) => (id === null ? { row } : { row, car: { id, ...car } }));
}
