import type { Database } from "#server/db/open-database.ts";
import { isPublic } from "./queries.ts";

/** The name of a picture within `image`: the last part of an address, or a bare name, to its first dot. */
const nameInImage = "split_part(split_part(image, '/', -1), '.', 1)";

/** Whether a car that the public knows shows the picture at an address. */
export async function isShownPublicly({ rows }: Pick<Database, "rows">, address: string): Promise<boolean> {
  const found = await rows(
    `select 1 from cars where images @> array[$1] and ${isPublic} limit 1`,
    [address],
    "image-shown",
  );
  return found.length > 0;
}

/** Returns those of these masters that a car, also a retired one, or a draft shows. */
export async function findShownNames(
  { rows }: Pick<Database, "rows">,
  names: readonly string[],
): Promise<Set<string>> {
  if (!names.length) return new Set();
  const found = await rows<{ name: string }>(
    `select distinct ${nameInImage} as name
     from (select images from cars union all select images from host_cars) as showing, unnest(images) as image
     where ${nameInImage} = any($1::text[])`,
    [names],
  );
  return new Set(found.map(({ name }) => name));
}

export type ShownBy = {
  id: string;
  year: number;
  name: string;
  city: string;
  names: string[];
  row: number | null;
};

/** The cars that show one of these masters, each with its row in the latest imported file that contained it. */
export function findCarsShowing(
  { rows }: Pick<Database, "rows">,
  names: readonly string[],
): Promise<ShownBy[]> {
  return rows<ShownBy>(
    `with shown as (
       select cars.id, array_agg(distinct ${nameInImage}) as names from cars, unnest(images) as image
       where ${nameInImage} = any($1::text[]) group by cars.id
     ), imported as (
       select distinct on (car_id) car_id, row from import_batches, unnest(car_ids, rows) as line (car_id, row)
       where car_id in (select id from shown) order by car_id, created_at desc
     )
     select cars.id, year, name, city, names, row from shown join cars using (id) left join imported on car_id = id
     order by row nulls last, name collate "C", id`,
    [names],
  );
}
