CREATE TABLE "repair_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"first_date" date NOT NULL,
	"last_date" date NOT NULL,
	"recorded_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "repair_days_dates" CHECK (last_date >= first_date)
);
--> statement-breakpoint
ALTER TABLE "repair_days" ADD CONSTRAINT "repair_days_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair_days" ADD CONSTRAINT "repair_days_recorded_by_accounts_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "repair_days_by_order" ON "repair_days" USING btree ("order_id","first_date");--> statement-breakpoint
CREATE INDEX "repair_days_by_recorder" ON "repair_days" USING btree ("recorded_by");