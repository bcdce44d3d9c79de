CREATE TABLE "order_endings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"side" text NOT NULL,
	"ended_by" uuid NOT NULL,
	"car_id" uuid NOT NULL,
	"car_name" text NOT NULL,
	"host_id" uuid,
	"ends_on" date NOT NULL,
	"state" text NOT NULL,
	"answer_until" timestamp with time zone,
	"taken_car_id" uuid,
	"difference" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	CONSTRAINT "order_endings_reason" CHECK (reason in ('needed_back', 'broken', 'recalled', 'unsafe', 'did_not_come', 'does_not_pay', 'misuse')),
	CONSTRAINT "order_endings_state" CHECK (state in ('offered', 'asked', 'taken', 'declined', 'lapsed', 'overtaken', 'settled', 'dismissed')),
	CONSTRAINT "order_endings_open" CHECK ((state in ('offered', 'asked')) = (closed_at is null)),
	CONSTRAINT "order_endings_taken" CHECK ((state = 'taken') = (taken_car_id is not null))
);
--> statement-breakpoint
CREATE TABLE "replacement_offers" (
	"ending_id" uuid NOT NULL,
	"car_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"monthly_price" integer NOT NULL,
	"difference" integer NOT NULL,
	"is_held" boolean NOT NULL,
	"needs_agreement" boolean NOT NULL,
	"agreed_by" uuid,
	"is_open" boolean DEFAULT true NOT NULL,
	CONSTRAINT "replacement_offers_ending_id_car_id_pk" PRIMARY KEY("ending_id","car_id"),
	CONSTRAINT "replacement_offers_money" CHECK (monthly_price > 0 and difference >= 0)
);
--> statement-breakpoint
ALTER TABLE "day_holds" DROP CONSTRAINT "day_holds_reason";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replacing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_endings" ADD CONSTRAINT "order_endings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_endings" ADD CONSTRAINT "order_endings_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_endings" ADD CONSTRAINT "order_endings_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_endings" ADD CONSTRAINT "order_endings_taken_car_id_cars_id_fk" FOREIGN KEY ("taken_car_id") REFERENCES "public"."cars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_offers" ADD CONSTRAINT "replacement_offers_ending_id_order_endings_id_fk" FOREIGN KEY ("ending_id") REFERENCES "public"."order_endings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_offers" ADD CONSTRAINT "replacement_offers_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_endings_one_open" ON "order_endings" USING btree ("order_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "order_endings_by_order" ON "order_endings" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "order_endings_by_host" ON "order_endings" USING btree ("host_id","created_at");--> statement-breakpoint
CREATE INDEX "order_endings_to_lapse" ON "order_endings" USING btree ("answer_until") WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "replacement_offers_one_open" ON "replacement_offers" USING btree ("car_id") WHERE is_open;--> statement-breakpoint
ALTER TABLE "day_holds" ADD CONSTRAINT "day_holds_reason" CHECK (reason in ('car_out', 'change', 'earlier_car', 'replacement'));