-- What a statement changes of the tallies is written as rows that are added up when somebody asks: no row is waited for.
CREATE FUNCTION tally_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO order_tallies (status, month, city, category, orders, total)
    SELECT status, (date_trunc('month', created_at AT TIME ZONE 'America/Los_Angeles'))::date, coalesce(city, location, ''), coalesce(category, ''), count(*), sum(total)
    FROM new_orders GROUP BY 1, 2, 3, 4;
  ELSIF tg_op = 'UPDATE' THEN
    INSERT INTO order_tallies (status, month, city, category, orders, total)
    SELECT status, month, city, category, sum(orders), sum(total) FROM (
      SELECT status, (date_trunc('month', created_at AT TIME ZONE 'America/Los_Angeles'))::date AS month, coalesce(city, location, '') AS city, coalesce(category, '') AS category, 1 AS orders, total FROM new_orders
      UNION ALL
      SELECT status, (date_trunc('month', created_at AT TIME ZONE 'America/Los_Angeles'))::date, coalesce(city, location, ''), coalesce(category, ''), -1, -total FROM old_orders
    ) AS changed GROUP BY 1, 2, 3, 4 HAVING sum(orders) <> 0 OR sum(total) <> 0;
  ELSE
    INSERT INTO order_tallies (status, month, city, category, orders, total)
    SELECT status, (date_trunc('month', created_at AT TIME ZONE 'America/Los_Angeles'))::date, coalesce(city, location, ''), coalesce(category, ''), -count(*), -sum(total)
    FROM old_orders GROUP BY 1, 2, 3, 4;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tally_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS new_orders FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();
--> statement-breakpoint
CREATE TRIGGER orders_tally_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_orders NEW TABLE AS new_orders FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();
--> statement-breakpoint
CREATE TRIGGER orders_tally_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS old_orders FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();
--> statement-breakpoint
INSERT INTO order_tallies (status, month, city, category, orders, total)
SELECT status, (date_trunc('month', created_at AT TIME ZONE 'America/Los_Angeles'))::date, coalesce(city, location, ''), coalesce(category, ''), count(*), sum(total)
FROM orders GROUP BY 1, 2, 3, 4;
