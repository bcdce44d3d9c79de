ALTER TABLE "order_documents" DROP CONSTRAINT "order_documents_kind";--> statement-breakpoint
DROP INDEX "order_documents_cause";--> statement-breakpoint
ALTER TABLE "order_documents" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_documents" ADD COLUMN "amount" bigint;--> statement-breakpoint
ALTER TABLE "order_documents" ADD COLUMN "voids" text;--> statement-breakpoint
-- What was issued before gets the amount that it says, to the cent; nothing of what it says changes.
ALTER TABLE "order_documents" DISABLE TRIGGER order_documents_append_only;--> statement-breakpoint
UPDATE "order_documents" SET "amount" = regexp_replace("sheet" -> 'total' ->> 'value', '[^0-9]', '', 'g')::bigint WHERE "kind" IN ('invoice', 'receipt', 'refund_receipt');--> statement-breakpoint
ALTER TABLE "order_documents" ENABLE TRIGGER order_documents_append_only;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_voids_order_documents_number_fk" FOREIGN KEY ("voids") REFERENCES "public"."order_documents"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_documents_voided_once" ON "order_documents" USING btree ("voids");--> statement-breakpoint
CREATE UNIQUE INDEX "order_documents_cause" ON "order_documents" USING btree ("kind","cause_id","turn");--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_voids" CHECK ((voids is not null) = (kind in ('credit_note', 'receipt_reversal', 'refund_reversal')));--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_amount" CHECK ((amount is not null) = (kind in ('invoice', 'credit_note', 'receipt', 'receipt_reversal', 'refund_receipt', 'refund_reversal')) and amount > 0);--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_kind" CHECK (kind in ('agreement', 'addendum', 'invoice', 'credit_note', 'receipt', 'receipt_reversal', 'refund_receipt', 'refund_reversal', 'statement'));
