CREATE TABLE "order_stretches" (
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"car_id" uuid NOT NULL,
	"car_name" text NOT NULL,
	"host_id" uuid,
	"host_share_percent" integer,
	"host_monthly_price" integer,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_stretches_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "order_stretches_days" CHECK (ends_on >= starts_on and number > 0),
	CONSTRAINT "order_stretches_reason" CHECK (reason in ('continuity', 'swap')),
	CONSTRAINT "order_stretches_share" CHECK (host_share_percent between 0 and 100 and (host_id is null or host_share_percent is not null))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "host_monthly_price" integer;--> statement-breakpoint
ALTER TABLE "order_stretches" ADD CONSTRAINT "order_stretches_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_stretches" ADD CONSTRAINT "order_stretches_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_stretches" ADD CONSTRAINT "order_stretches_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;