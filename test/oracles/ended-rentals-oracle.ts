import type { TestApp } from "#test/app.ts";

/** Rules that must hold for ended rentals that go on, whatever happened to them, checked on the rows. */
export function endedRentals(test: TestApp) {
  /** For each rule a query that finds violations. */
  const forbidden: Record<string, string> = {
    "a car is offered twice":
      "select car_id from replacement_offers where is_open group by car_id having count(*) > 1",
    "a car is promised twice": `with held as (
        select id as of_order, car_id, during, id::text as what from orders where holds_car and car_id is not null
        union all select order_id, car_id, during, id::text from day_holds)
      select a.what from held a join held b on a.car_id = b.car_id and a.what < b.what and a.of_order <> b.of_order and a.during && b.during
      where a.of_order = any($1) or b.of_order = any($1)`,
    "an order waits without an ending, or the other way round": `select id from orders where id = any($1)
        and replacing <> exists (select from order_endings where order_id = orders.id and state = 'offered' and closed_at is null)`,
    "a car is held for nobody": `select id from day_holds where order_id = any($1) and reason = 'replacement'
        and not exists (select from replacement_offers o join order_endings e on e.id = o.ending_id
          where o.is_open and o.is_held and o.car_id = day_holds.car_id and e.order_id = day_holds.order_id)`,
    "an offer stands of an ending that is over": `select o.car_id from replacement_offers o join order_endings e on e.id = o.ending_id
        where o.is_open and e.closed_at is not null and e.order_id = any($1)`,
    "a car is offered that its rule forbids": `select c.id from replacement_offers o join order_endings e on e.id = o.ending_id
        join cars c on c.id = o.car_id join orders r on r.id = e.order_id
        where e.order_id = any($1) and (c.id = e.car_id or c.host_id = e.host_id or c.host_id = r.account_id
          or c.host_id is not null and (not c.instant_book or c.listed_at > e.created_at - interval '60 days'))`,
    "stretches don't follow one another": `select number from (
        select order_id, number, starts_on, ends_on, lag(ends_on) over w as before, row_number() over w as place,
          (select pickup_date from orders where id = order_id) as pickup
        from order_stretches where order_id = any($1) window w as (partition by order_id order by number)) as each
      where starts_on <> coalesce(before, pickup) or number <> place or ends_on < starts_on`,
    "a car's first day isn't where the one before ended": `select id from orders where id = any($1) and status in ('confirmed', 'in_progress')
        and coalesce(car_since, pickup_date) <> coalesce((select max(ends_on) from order_stretches where order_id = orders.id), pickup_date)`,
    "an instalment asks for something else than the price": `select orders.id from orders join instalments on order_id = orders.id
        and dropped_at is null and charge_id is null where orders.id = any($1) and status in ('confirmed', 'in_progress', 'completed')
        group by orders.id having sum(amount) <> orders.total`,
    "a transaction doesn't sum to zero": `select transaction_id from ledger_entries where order_id = any($1)
        group by transaction_id having sum(amount) <> 0`,
    "more or less is given back than was paid too much": `with money as (
        select id, status, coalesce((select sum(amount) from payments where order_id = orders.id and status = 'succeeded'), 0) as paid,
          coalesce((select sum(amount) from refunds where order_id = orders.id and origin = 'rule' and status in ('approved', 'awaiting_approval', 'paid')), 0) as back,
          coalesce((select sum(amount) from instalments where order_id = orders.id and dropped_at is null), 0) as asked
        from orders where id = any($1))
      select id from money where back <> greatest(0, paid - asked)`,
    "somebody wasn't told": `select e.id from order_endings e where e.order_id = any($1) and (
        (select count(*) from emails where order_id = e.order_id and kind = 'admin_ending_asked')
          <> (select count(*) from audit_events where entity = 'order' and entity_id = e.order_id::text and action = 'ending_asked')
        or (select count(*) from emails where order_id = e.order_id and kind = 'admin_rental_ended')
          <> (select count(*) from order_endings o where o.order_id = e.order_id and o.reason in ('needed_back', 'broken', 'recalled', 'unsafe'))
        or (select count(*) from emails where order_id = e.order_id and kind = 'host_rental_ended')
          <> (select count(*) from order_endings o where o.order_id = e.order_id and o.host_id is not null and o.reason in ('needed_back', 'broken', 'recalled', 'unsafe'))
        or (select count(*) from emails where order_id = e.order_id and kind = 'replacement_taken')
          <> (select count(*) from order_endings o where o.order_id = e.order_id and o.state = 'taken')
        or (select count(*) from emails where order_id = e.order_id and kind = 'replacement_settled')
          <> (select count(*) from order_endings o where o.order_id = e.order_id and o.state in ('declined', 'lapsed'))
        or (select count(*) from emails where order_id = e.order_id and kind = 'replacement_offered')
          < (select count(distinct o.id) from order_endings o join replacement_offers r on r.ending_id = o.id where o.order_id = e.order_id))`,
    "an email is in another language than its reader's": `select emails.id from emails join orders on orders.id = order_id
        where orders.id = any($1) and emails.recipient = orders.customer_email and emails.language <> orders.language`,
  };

  /** One statement of all rules, planned once: random walks ask it after each step. */
  const rules = Object.keys(forbidden);
  const text = Object.values(forbidden)
    .map((query, at) => `select ${at} as rule, to_json(found)::text as found from (${query}) as found`)
    .join("\nunion all ");

  /** The rules that these orders violate now, each with a row that violates it. */
  return async (ids: readonly string[]): Promise<string[]> => {
    const rows = await test.services.database.rows<{ rule: number; found: string }>(
      text.replaceAll("any($1)", "any($1::uuid[])"),
      [ids],
      "rules of ended rentals",
    );
    return rows.map(({ rule, found }) => `${rules[rule]}: ${found}`);
  };
}
