-- By what one person is known again: as `src/domain/people/same-person.ts` has it.
CREATE FUNCTION "mailbox_of"(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN strpos(whole, '@') < 2 THEN whole
    WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(name, '.', '') || '@gmail.com'
    ELSE name || '@' || domain END
  FROM (
    SELECT whole, regexp_replace(whole, '^.*@', '') AS domain,
      CASE WHEN strpos(local, '+') > 1 THEN left(local, strpos(local, '+') - 1) ELSE local END AS name
    FROM (SELECT lower(btrim(address)) AS whole, regexp_replace(lower(btrim(address)), '@[^@]*$', '') AS local) AS split
  ) AS parts
$$;--> statement-breakpoint
CREATE FUNCTION "phone_key"(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(digits) >= 7 THEN right(digits, 10) END
  FROM (SELECT regexp_replace(phone, '[^0-9]', '', 'g') AS digits) AS typed
$$;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "draft_id" uuid;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_draft_id_wizard_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."wizard_drafts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_by_mailbox" ON "orders" USING btree (mailbox_of(customer_email));--> statement-breakpoint
CREATE INDEX "orders_by_phone" ON "orders" USING btree (phone_key(customer_phone));--> statement-breakpoint
CREATE UNIQUE INDEX "promo_codes_of_order" ON "promo_codes" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "promo_codes_of_draft" ON "promo_codes" USING btree ("draft_id");--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_one_holder" CHECK (order_id is null or draft_id is null);--> statement-breakpoint
-- Whatever ends an agreement gives its code back.
CREATE FUNCTION "give_code_back"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE promo_codes SET draft_id = NULL WHERE draft_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "wizard_drafts_give_code_back" AFTER UPDATE OF agreed ON wizard_drafts
FOR EACH ROW WHEN (OLD.agreed IS NOT NULL AND NEW.agreed IS NULL) EXECUTE FUNCTION give_code_back();--> statement-breakpoint
-- Of bookings that were agreed with the same code the first keeps it; the others are completed again, at their price.
UPDATE promo_codes SET draft_id = (
  SELECT id FROM wizard_drafts WHERE promo = promo_codes.code AND (agreed->>'promo')::int > 0 ORDER BY touched_at, id LIMIT 1
) WHERE order_id IS NULL;--> statement-breakpoint
UPDATE wizard_drafts SET agreed = NULL
WHERE (agreed->>'promo')::int > 0 AND NOT EXISTS (SELECT FROM promo_codes WHERE draft_id = wizard_drafts.id);
