import { Refusal } from "#contract/errors.ts";
import type { Services } from "#server/services.ts";

const mostNamed = 20;

const findBatch = `select file_name as "fileName", undone_at as "undoneAt" from rental_imports where id = $1 for update`;

/** Locks the orders, so that other changes of them wait. */
const lockOrders = "select id from orders where moved_in_by = $1 order by id for update";

/** Orders of the import that have since got an email, a document, a payment or a person's change. */
const findHanging = `select order_number as "orderNumber", car_id as "carId", coalesce(car_name, '') as name from orders
  where moved_in_by = $1 and (
    exists (select from audit_events where entity = 'order' and entity_id = orders.id::text and action not in ('moved_in', 'payment'))
    or exists (select from payments where order_id = orders.id and not is_from_other_books)
    or exists (select from emails where order_id = orders.id)
    or exists (select from order_documents where order_id = orders.id)
    or exists (select from conversations where order_id = orders.id)
    or exists (select from condition_records where order_id = orders.id)
    or exists (select from order_drivers where order_id = orders.id)
    or exists (select from order_changes where order_id = orders.id)
    or exists (select from order_notes where order_id = orders.id and created_at > orders.created_at)
    or exists (select from charges where order_id = orders.id)
    or exists (select from ledger_transactions join closed_months on month = to_char(posted_on, 'YYYY-MM') where order_id = orders.id))
  order by order_number limit ${mostNamed + 1}`;

const moved = "(select id from orders where moved_in_by = $1)";

/** Deletes what an import wrote and its days earned, in an order that leaves no row pointing at a gone one. */
const removals = [
  `delete from ledger_entries where order_id in ${moved}`,
  `delete from ledger_transactions where order_id in ${moved}`,
  `delete from payment_notices where instalment_id in (select id from instalments where order_id in ${moved})`,
  `delete from payment_purposes where payment_id in (select id from payments where order_id in ${moved})`,
  `delete from payments where order_id in ${moved}`,
  `delete from instalments where order_id in ${moved}`,
  `delete from order_earnings where order_id in ${moved}`,
  `delete from order_notes where order_id in ${moved}`,
];

/**
 * Removes an import of rentals, whole: orders, days, instalments, payments and their entries in the books. Throws
 * a Refusal that names what has happened since.
 */
export async function undoMoveIn(
  { database, now }: Pick<Services, "database" | "now">,
  id: string,
  actor: string,
): Promise<{ message: string; removed: number }> {
  const removed = await database.session((session) =>
    session.transaction(async (query) => {
      const [batch] = await query<{ fileName: string; undoneAt: unknown }>(findBatch, [id]);
      if (!batch) throw new Refusal("not_found", "There is no such import.");
      if (batch.undoneAt) throw new Refusal("import_undone", "This import has already been undone.");
      await query(lockOrders, [id]);
      refuseHanging(await query<UndoObstacle>(findHanging, [id]));
      await query("select set_config('longbay.undone_import', $1, true)", [id]);
      await query(
        `insert into audit_events (actor, entity, entity_id, action, before, reason)
         select $2, 'order', id::text, 'deleted', jsonb_build_object('orderNumber', order_number, 'total', total), 'import ' || $1 || ' undone'
         from orders where moved_in_by = $1::uuid
         union all select $2, 'import', $1, 'rentals_undone', jsonb_build_object('file', $3::text), null`,
        [id, actor, batch.fileName],
      );
      for (const removal of removals) await query(removal, [id]);
      const gone = await query<{ id: string }>("delete from orders where moved_in_by = $1 returning id", [
        id,
      ]);
      await query("update rental_imports set undone_at = $2::timestamptz where id = $1", [
        id,
        new Date(now()).toISOString(),
      ]);
      return gone.length;
    }),
  );
  return {
    message: removed === 1 ? "1 rental is taken out again." : `${removed} rentals are taken out again.`,
    removed,
  };
}

type UndoObstacle = { orderNumber: string; carId: string; name: string };

function refuseHanging(found: readonly UndoObstacle[]): void {
  const [first] = found;
  if (!first) return;
  throw new Refusal(
    "import_in_use",
    `Something has happened to order ${first.orderNumber} since${found.length > 1 ? ", and to others" : ""}. Nothing was undone.`,
    {
      hanging: found
        .slice(0, mostNamed)
        .map(({ orderNumber, ...car }) => ({ ...car, why: "edited" as const, orders: [orderNumber] })),
      isCut: found.length > mostNamed,
    },
  );
}
