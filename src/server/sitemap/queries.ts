import { isHostingNowOf } from "#server/db/hosting-now.ts";
import type { Database } from "#server/db/open-database.ts";
import { isInLists } from "#server/db/schema/columns.ts";

type ListedCar = { id: string; changed: string };

const text = `
  select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as changed from cars
  where ${isInLists} and id > $1 order by id limit $2`;

/** Returns available cars after an id, by id. */
export const findListedCars = (
  { rows }: Pick<Database, "rows">,
  after: string,
  most: number,
): Promise<ListedCar[]> => rows<ListedCar>(text, [after, most], "find-listed-cars");

/** Returns the id of the last car of each full list of `size` cars: the next list begins after it. */
export async function findListEnds({ rows }: Pick<Database, "rows">, size: number): Promise<string[]> {
  const found = await rows<{ id: string }>(
    `select id from (select id, row_number() over (order by id) as place from cars where ${isInLists}) as numbered
     where place % $1::int = 0 order by id`,
    [size],
    "find-list-ends",
  );
  return found.map(({ id }) => id);
}

/** The user names of hosts with a listed car, whose pages are there to be found. */
export const findListedHosts = (database: Database, most: number): Promise<{ username: string }[]> =>
  database.rows(
    `select username from accounts where username is not null and ${isHostingNowOf("accounts")}
     and exists (select from cars where host_id = accounts.id and listing_state = 'listed') order by username limit $1`,
    [most],
  );
