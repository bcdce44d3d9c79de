/** SQL in one connection. */
export type Rows = <Row>(text: string, parameters?: unknown[]) => Promise<Row[]>;

export type Table = { name: string; columns: string[] };

/** A name quoted for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const listed = (columns: readonly string[]): string => columns.map(quoted).join(", ");

/** The product's tables, with the columns that are written: PostgreSQL computes the generated columns again. */
export const findTables = (rows: Rows): Promise<Table[]> =>
  rows<Table>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`,
  );

/** The last value of each sequence that has given one. */
export async function findSequences(rows: Rows): Promise<Record<string, string>> {
  const found = await rows<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return Object.fromEntries(found.map(({ name, last }) => [name, last]));
}
