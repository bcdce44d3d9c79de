ALTER TABLE "orders" ADD COLUMN "promo_code" text;--> statement-breakpoint
-- Who holds a code has used it. A canceled order has given its own back: that was the code of the address that it wrote
-- to then, which its emails still name where it writes to another one since.
UPDATE orders SET promo_code = (
  SELECT code FROM promo_codes AS promo WHERE promo.order_id = orders.id
    OR promo.created_at <= orders.created_at AND (lower(promo.email) = lower(orders.customer_email)
      OR EXISTS (SELECT FROM emails WHERE emails.order_id = orders.id AND lower(emails.recipient) = lower(promo.email)))
  ORDER BY promo.order_id = orders.id DESC NULLS LAST, promo.created_at LIMIT 1
) WHERE lines @> '[{"kind": "promo"}]';
