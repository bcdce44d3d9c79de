CREATE TABLE "saved_methods" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"customer_ref" text NOT NULL,
	"method_ref" text NOT NULL,
	"label" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_methods_mode" CHECK (mode in ('stripe', 'paypal'))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mode" text NOT NULL,
	"event_ref" text NOT NULL,
	"kind" text NOT NULL,
	"object_ref" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"failure" text,
	"order_id" uuid,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "webhook_events_mode" CHECK (mode in ('stripe', 'paypal')),
	CONSTRAINT "webhook_events_status" CHECK (status in ('waiting', 'done', 'ignored', 'dead'))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "session_ref" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "instalment_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "attempt" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "customer_ref" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method_ref" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD COLUMN "begun_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "saved_methods" ADD CONSTRAINT "saved_methods_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_ref" ON "webhook_events" USING btree ("mode","event_ref");--> statement-breakpoint
CREATE INDEX "webhook_events_open" ON "webhook_events" USING btree ("next_try_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_events_by_status" ON "webhook_events" USING btree ("status","received_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_of_attempt" ON "payments" USING btree ("instalment_id","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_begun" ON "payments" USING btree ("order_id") WHERE status = 'begun';