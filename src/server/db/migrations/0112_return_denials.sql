CREATE TABLE "return_denials" (
	"record_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"side" text NOT NULL,
	"words" text NOT NULL,
	"denied_by" uuid NOT NULL,
	"denied_at" timestamp with time zone NOT NULL,
	CONSTRAINT "return_denials_side" CHECK (side in ('host', 'longbay'))
);
--> statement-breakpoint
ALTER TABLE "return_denials" ADD CONSTRAINT "return_denials_record_id_condition_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."condition_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_denials" ADD CONSTRAINT "return_denials_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_denials_by_order" ON "return_denials" USING btree ("order_id");