/** SQL over `condition_records` as `back`: nobody has denied this record of a return. */
export const isUndenied = "not exists (select from return_denials denied where denied.record_id = back.id)";

/**
 * SQL over `condition_records` or an alias: no administrator has set the rental to run again since this record, in a
 * step that stands. An earlier return says nothing about where the car is now.
 */
export const isOfThisRun = (record: string): string =>
  `not exists (select from audit_events sealed
     join audit_events begun on begun.entity = sealed.entity and begun.entity_id = sealed.entity_id and begun.id > sealed.id
     where sealed.entity = 'order' and sealed.entity_id = ${record}.order_id::text
       and sealed.action = 'condition_record' and sealed.after->>'record' = ${record}.id::text
       and begun.action = 'status' and begun.after->>'status' = 'in_progress' and begun.after->'undoes' is null
       and not exists (select from audit_events undone where undone.entity = 'order' and undone.entity_id = sealed.entity_id
         and undone.action = 'status' and undone.after->>'undoes' = begun.id::text))`;

/**
 * SQL over `orders`: the renter has recorded that the rental's last car is back, and nobody denied it. `isTimely`, SQL
 * over `back`, limits the records that count.
 */
export const isReturnedByRenter = (isTimely = "true"): string =>
  `exists (select from condition_records back
     where back.order_id = orders.id and back.kind = 'return' and back.side = 'renter' and back.finished_at is not null
       and ${isTimely} and ${isUndenied}
       and back.stretch > (select count(*) from order_stretches ended where ended.order_id = orders.id)
       and ${isOfThisRun("back")})`;
