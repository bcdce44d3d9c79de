import { inShortPieces } from "#server/db/short-pieces.ts";
import { Refusal } from "#contract/errors.ts";
import type { ImportUndone } from "#contract/admin/imports.ts";
import type { Services } from "#server/services.ts";
import { isHeldBeside, isHeldDraft } from "#server/rentals/availability.ts";
import { orderIdsOfCar } from "#server/rentals/orders-of-car.ts";
import { pauseWithoutPhotos } from "#server/cars/host/pause-cars.ts";
import { tellOfCars, type TellHost } from "#server/cars/host/tell-host.ts";
import { waitForTurn } from "./import-cars.ts";
import { revertChanged } from "./stage.ts";

const mostNamed = 20;

/**
 * Why an import can't be undone: a car that it added has orders, blocked days or days held for somebody; a car
 * that it restored has new orders; or somebody has changed a car since.
 */
type UndoObstacle = { carId: string; name: string; why: "orders" | "blocks" | "edited"; orders: string[] };

const findBatch = `select added_ids as "addedIds", undone_at as "undoneAt", file_name as "fileName",
    (select max(id) from audit_events where entity = 'import' and entity_id = import_batches.id::text and action = 'imported') as "eventId",
    (select coalesce(array_agg(entity_id::uuid), '{}') from audit_events where entity = 'car' and reason = 'import ' || import_batches.id and action = 'updated') as "changedIds",
    (select coalesce(array_agg(entity_id::uuid), '{}') from audit_events where entity = 'car' and reason = 'import ' || import_batches.id and action = 'updated' and before ? 'retiredAt') as "retiredIds"
  from import_batches where id = $1 for update`;

/** A host who saves a car locks the host's row first, too. */
const lockHosted =
  "select count(*) from (select id from host_cars where id = any($1::uuid[]) order by id for update) as locked";
const lockCars =
  "select count(*) from (select id from cars where id = any($1::uuid[]) order by id for update) as locked";

const findHosted = `select host_id as "hostId", id, name from cars where id = any($1::uuid[]) and host_id is not null`;

const findHanging = `
  select cars.id as "carId", cars.name, found.why, found.orders from cars, lateral (
    select 'orders' as why, array_agg(order_number order by created_at desc) as orders from orders where id in (
      select of_added.id from (${orderIdsOfCar("cars.id")}) as of_added where cars.id = any($1::uuid[])
      union select held.id from orders held where held.car_id = cars.id and cars.id = any($5::uuid[]) and held.holds_car
    ) having count(*) > 0
    union all select 'blocks', '{}' from (
      select car_id from car_blocks union all select car_id from wizard_drafts where ${isHeldDraft}
      union all select car_id from day_holds where ${isHeldBeside}
    ) as kept where car_id = cars.id and (cars.id = any($1::uuid[]) or cars.id = any($5::uuid[])) having count(*) > 0
    union all select 'edited', '{}' from audit_events where entity = 'car' and entity_id = cars.id::text and id > $3
      and coalesce(reason, '') not in ('import ' || $4, 'pictures for import ' || $4)
      and not exists (select from audit_events other where other.entity = 'import' and other.action = 'undone' and other.entity_id = substring(audit_events.reason from 'import ([0-9a-f-]{36})')) having count(*) > 0
    union all select 'edited', '{}' from host_cars where host_cars.id = cars.id and cars.id = any($1::uuid[])
      and (host_cars.version > 1 or exists (select from car_papers where car_id = cars.id) or exists (select from car_feeds where car_id = cars.id))
  ) as found where cars.id = any($1::uuid[]) or cars.id = any($2::uuid[]) order by cars.name, cars.id, found.why limit ${mostNamed + 1}`;

/** Removes the pictures that came for the import's rows from the cars that stay, where they still are. */
const takePictures = `with given as (
    select entity_id::uuid as car_id, array_agg(image) as images from audit_events, jsonb_array_elements_text(after->'images') as image
    where entity = 'car' and reason = 'pictures for import ' || $1 and not before->'images' ? image group by entity_id
  ), kept as (
    select cars.id, cars.images as before, array(select image from unnest(cars.images) with ordinality as shown (image, place) where not image = any(given.images) order by place) as after
    from cars join given on given.car_id = cars.id where cars.images && given.images
  ), written as (
    update cars set images = kept.after, updated_at = now() from kept where cars.id = kept.id
  ) insert into audit_events (actor, entity, entity_id, action, before, after, reason)
    select $2, 'car', id::text, 'updated', jsonb_build_object('images', to_jsonb(before)), jsonb_build_object('images', to_jsonb(after)), 'import ' || $1 || ' undone' from kept
    returning entity_id as id`;

const auditDeleted = `insert into audit_events (actor, entity, entity_id, action, before, reason)
  select $1, 'car', id::text, 'deleted', to_jsonb(cars) - 'search_text', 'import ' || $2 || ' undone' from cars where id = any($3::uuid[])`;

const auditUndone = `insert into audit_events (actor, entity, entity_id, action, before, after, reason)
  select $1, 'import', $2, 'undone', null, jsonb_build_object('file', $3::text), null
  union all select $1, 'car', entity_id, 'updated', after, before, 'import ' || $2 || ' undone' from audit_events
    where entity = 'car' and reason = 'import ' || $2 and action = 'updated' and exists (select from cars where id::text = entity_id)`;

/**
 * Removes the cars that an import added and restores those that it changed, all or nothing. Their hosts get an email. Throws a Refusal that
 * names what prevents it.
 */
export async function undoImport(
  { database, carFacts, ...tell }: Pick<Services, "database" | "carFacts"> & TellHost,
  id: string,
  actor: string,
): Promise<ImportUndone> {
  const undone = await database.session(async (session) => {
    await waitForTurn(session);
    return session.transaction(async (query, tx) => {
      const [batch] = await query<{
        addedIds: string[] | null;
        undoneAt: unknown;
        fileName: string;
        eventId: number | string | null;
        changedIds: string[];
        retiredIds: string[];
      }>(findBatch, [id]);
      if (!batch) throw new Refusal("not_found", "There is no such import.");
      if (batch.undoneAt) throw new Refusal("import_undone", "This import has already been undone.");
      const { addedIds, changedIds, retiredIds, eventId } = batch;
      if (!addedIds)
        throw new Refusal(
          "import_not_undoable",
          "This import is too old to undo: what it added is no longer on record.",
        );
      for (const lock of [lockHosted, lockCars]) await query(lock, [[...addedIds, ...changedIds]]);
      refuseHanging(
        await query<UndoObstacle>(findHanging, [addedIds, changedIds, eventId ?? 0, id, retiredIds]),
      );
      await query(auditUndone, [actor, id, batch.fileName]);
      if (changedIds.length) await query(revertChanged, [id]);
      const bare = await query<{ id: string }>(takePictures, [id, actor]);
      await tellOfCars(tell, tx, "taken", await query(findHosted, [addedIds]));
      const added = new Set(addedIds);
      const ids = [...changedIds, ...bare.map((car) => car.id)].filter((one) => !added.has(one));
      const paused = await pauseWithoutPhotos(tx, ids, { by: actor, reason: `import ${id} undone` });
      await tellOfCars(tell, tx, "photos_removed", paused);
      let deleted = 0;
      await inShortPieces(database, addedIds.length, async (from, until) => {
        const piece = addedIds.slice(from, until);
        await query(auditDeleted, [actor, id, piece]);
        const gone = await query("delete from cars where id = any($1::uuid[]) returning id", [piece]);
        deleted += gone.length;
        await query(
          "delete from host_cars where id = any($1::uuid[]) and not exists (select from cars where cars.id = host_cars.id)",
          [piece],
        );
      });
      await query("update import_batches set undone_at = now() where id = $1", [id]);
      return { deleted, restored: changedIds.length };
    });
  });
  await carFacts.changed();
  return {
    ...undone,
    message: `${undone.deleted} cars taken away, ${undone.restored} put back as they were.`,
  };
}

/** Takes an import off the list. Its cars stay as they are, and pictures can no longer find them by its rows. */
export async function deleteImport(
  { database }: Pick<Services, "database">,
  id: string,
  actor: string,
): Promise<{ message: string }> {
  const [gone] = await database.rows(
    `with gone as (delete from import_batches where id = $1 returning id, file_name)
     insert into audit_events (actor, entity, entity_id, action, before)
     select $2, 'import', id::text, 'deleted', jsonb_build_object('file', file_name) from gone returning id`,
    [id, actor],
  );
  if (!gone) throw new Refusal("not_found", "There is no such import.");
  return { message: "The import is off the list. Its cars stay." };
}

function refuseHanging(found: readonly UndoObstacle[]): void {
  const [first] = found;
  if (!first) return;
  const reasons = {
    orders: `has orders (${first.orders.slice(0, 3).join(", ")})`,
    blocks: "has blocked days",
    edited: "has been changed since",
  };
  const others = found.length > 1 ? ` So do other cars of this import.` : "";
  throw new Refusal("import_in_use", `${first.name} ${reasons[first.why]}.${others} Nothing was undone.`, {
    hanging: found.slice(0, mostNamed).map(({ orders, ...car }) => ({ ...car, orders: orders.slice(0, 10) })),
    isCut: found.length > mostNamed,
  });
}
