CREATE TABLE "host_statements" (
	"number" text PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"month" text NOT NULL,
	"language" text NOT NULL,
	"opening" bigint NOT NULL,
	"closing" bigint NOT NULL,
	"statement" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "host_statements_month" CHECK (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
ALTER TABLE "host_statements" ADD CONSTRAINT "host_statements_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "host_statements_month_of_host" ON "host_statements" USING btree ("host_id","month");--> statement-breakpoint
CREATE INDEX "ledger_transactions_of_hosts" ON "ledger_transactions" USING btree ("posted_at") WHERE kind in ('host_share', 'payout');--> statement-breakpoint
-- What a statement says is never changed once it is issued.
CREATE TRIGGER host_statements_append_only BEFORE UPDATE OR DELETE ON host_statements FOR EACH ROW EXECUTE FUNCTION refuse_changing_documents();
