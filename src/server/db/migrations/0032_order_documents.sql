CREATE TABLE "agreement_acceptances" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"version" text NOT NULL,
	"name" text NOT NULL,
	"facts" jsonb NOT NULL,
	"text_hash" text NOT NULL,
	"accepted_by" uuid NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_counters" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_counters_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "order_documents" (
	"number" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause_id" uuid NOT NULL,
	"language" text NOT NULL,
	"sheet" jsonb NOT NULL,
	"content_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"sha256" text,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_documents_kind" CHECK (kind in ('agreement', 'invoice', 'receipt', 'refund_receipt'))
);
--> statement-breakpoint
ALTER TABLE "agreement_acceptances" ADD CONSTRAINT "agreement_acceptances_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_acceptances_text" ON "agreement_acceptances" USING btree ("order_id","text_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "order_documents_cause" ON "order_documents" USING btree ("kind","cause_id");--> statement-breakpoint
CREATE INDEX "order_documents_by_order" ON "order_documents" USING btree ("order_id","issued_at");--> statement-breakpoint
CREATE INDEX "order_documents_unprinted" ON "order_documents" USING btree ("issued_at") WHERE sha256 is null;--> statement-breakpoint
-- What has been issued stays. A document is printed once: its hash and its place are set, and nothing else of it ever changes.
CREATE FUNCTION refuse_changing_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'order_documents' AND to_jsonb(OLD) -> 'sha256' = 'null'::jsonb
    AND (to_jsonb(OLD) - 'sha256' - 'content_id') = (to_jsonb(NEW) - 'sha256' - 'content_id') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'documents are only ever added to' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'documents_append_only', TABLE = TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_documents_append_only BEFORE UPDATE OR DELETE ON order_documents FOR EACH ROW EXECUTE FUNCTION refuse_changing_documents();
--> statement-breakpoint
CREATE TRIGGER agreement_acceptances_append_only BEFORE UPDATE OR DELETE ON agreement_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_changing_documents();
