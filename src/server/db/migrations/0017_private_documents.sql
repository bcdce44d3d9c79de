CREATE TABLE "document_removals" (
	"document_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_kind" CHECK (kind in ('licence_front', 'licence_back', 'passport', 'translation', 'insurance_proof'))
);
--> statement-breakpoint
CREATE TABLE "insurance_proofs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"document_id" uuid,
	"insurer" text NOT NULL,
	"policy_number" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_until" date NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"language" text NOT NULL,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason_code" text,
	"reason" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reminded_days" integer,
	"admins_told_at" timestamp with time zone,
	CONSTRAINT "insurance_proofs_state" CHECK (state in ('submitted', 'verified', 'declined')),
	CONSTRAINT "insurance_proofs_submitted" CHECK (submitted_at is not null),
	CONSTRAINT "insurance_proofs_decided" CHECK (state = 'submitted' or decided_at is not null),
	CONSTRAINT "insurance_proofs_dates" CHECK (valid_until >= valid_from)
);
--> statement-breakpoint
CREATE TABLE "licences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"number" text NOT NULL,
	"full_name" text NOT NULL,
	"country" text NOT NULL,
	"us_state" text,
	"birth_date" date NOT NULL,
	"issued_on" date NOT NULL,
	"expires_on" date NOT NULL,
	"first_issued_on" date,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"language" text NOT NULL,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason_code" text,
	"reason" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "licences_account" UNIQUE("account_id"),
	CONSTRAINT "licences_state" CHECK (state in ('draft', 'submitted', 'verified', 'declined')),
	CONSTRAINT "licences_submitted" CHECK (state = 'draft' or submitted_at is not null),
	CONSTRAINT "licences_decided" CHECK (state not in ('verified', 'declined') or decided_at is not null)
);
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance_proofs" ADD CONSTRAINT "insurance_proofs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance_proofs" ADD CONSTRAINT "insurance_proofs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance_proofs" ADD CONSTRAINT "insurance_proofs_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance_proofs" ADD CONSTRAINT "insurance_proofs_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_of_licence" ON "documents" USING btree ("account_id","kind") WHERE kind <> 'insurance_proof';--> statement-breakpoint
CREATE INDEX "documents_by_account" ON "documents" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "insurance_proofs_open" ON "insurance_proofs" USING btree ("order_id") WHERE state <> 'verified';--> statement-breakpoint
CREATE INDEX "insurance_proofs_by_order" ON "insurance_proofs" USING btree ("order_id","valid_until");--> statement-breakpoint
CREATE INDEX "insurance_proofs_by_account" ON "insurance_proofs" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "insurance_proofs_by_document" ON "insurance_proofs" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "insurance_proofs_to_check" ON "insurance_proofs" USING btree ("state","submitted_at","id");--> statement-breakpoint
CREATE INDEX "insurance_proofs_ending" ON "insurance_proofs" USING btree ("valid_until") WHERE state = 'verified';--> statement-breakpoint
CREATE INDEX "licences_to_check" ON "licences" USING btree ("state","submitted_at","id");--> statement-breakpoint
-- However a document's row goes, its sealed content goes after it.
CREATE FUNCTION "remove_document_content"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "document_removals" ("document_id") VALUES (OLD."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "documents_remove_content" AFTER DELETE ON "documents"
  FOR EACH ROW EXECUTE FUNCTION "remove_document_content"();
