CREATE TABLE "rental_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "instalments" ADD COLUMN "is_from_other_books" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_from_other_books" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "moved_in_by" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "moved_in_on" date;--> statement-breakpoint
CREATE INDEX "rental_imports_by_created" ON "rental_imports" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_moved_in_by_rental_imports_id_fk" FOREIGN KEY ("moved_in_by") REFERENCES "public"."rental_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_moved_in_by" ON "orders" USING btree ("moved_in_by") WHERE moved_in_by is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_moved_in" CHECK ((moved_in_by is null) = (moved_in_on is null));--> statement-breakpoint
-- The ledger is only ever added to, but for rentals that a file moved in: undoing that import, which names itself for its own transaction, takes their rows out again, and none of a month that is closed.
CREATE OR REPLACE FUNCTION refuse_rewriting_the_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'STATEMENT' AND current_setting('longbay.undone_import', true) <> '' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' AND current_setting('longbay.undone_import', true) <> ''
    AND EXISTS (SELECT FROM orders WHERE id = OLD.order_id AND moved_in_by::text = current_setting('longbay.undone_import', true))
    AND NOT EXISTS (SELECT FROM closed_months WHERE month = to_char(OLD.posted_on, 'YYYY-MM')) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the ledger is only ever added to' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_append_only', TABLE = TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_transactions_stay BEFORE DELETE ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_the_ledger();--> statement-breakpoint
CREATE TRIGGER ledger_entries_stay BEFORE DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_the_ledger();
