CREATE TABLE "notification_choices" (
	"account_id" uuid NOT NULL,
	"occasion" text NOT NULL,
	"channel" text NOT NULL,
	"is_wanted" boolean NOT NULL,
	CONSTRAINT "notification_choices_account_id_occasion_channel_pk" PRIMARY KEY("account_id","occasion","channel"),
	CONSTRAINT "notification_choices_occasion" CHECK (occasion in ('security', 'orders', 'money', 'reminders', 'saved_cars')),
	CONSTRAINT "notification_choices_channel" CHECK (channel in ('email', 'sms'))
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"method" text NOT NULL,
	"brand" text,
	"last4" text,
	"expiry" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_methods_method" CHECK (method in ('credit-card', 'paypal')),
	CONSTRAINT "payment_methods_card" CHECK ((method = 'credit-card') = (last4 is not null))
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "reminders_order_id_kind_day_pk" PRIMARY KEY("order_id","kind","day")
);
--> statement-breakpoint
CREATE TABLE "saved_cars" (
	"account_id" uuid NOT NULL,
	"car_id" uuid NOT NULL,
	"price" integer NOT NULL,
	"told_price" integer,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_cars_account_id_car_id_pk" PRIMARY KEY("account_id","car_id")
);
--> statement-breakpoint
DROP INDEX "orders_by_account";--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_cars" ADD CONSTRAINT "saved_cars_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_cars" ADD CONSTRAINT "saved_cars_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_methods_by_account" ON "payment_methods" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_default" ON "payment_methods" USING btree ("account_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "saved_cars_by_time" ON "saved_cars" USING btree ("account_id","saved_at","car_id");--> statement-breakpoint
CREATE INDEX "saved_cars_by_car" ON "saved_cars" USING btree ("car_id");--> statement-breakpoint
CREATE INDEX "orders_to_attach" ON "orders" USING btree (lower(customer_email)) WHERE account_id is null;--> statement-breakpoint
CREATE INDEX "orders_counted_by_account" ON "orders" USING btree ("account_id","status","return_date","pickup_date") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "orders_open_by_account" ON "orders" USING btree ("account_id") WHERE account_id is not null and status in ('pending', 'confirmed', 'in_progress');--> statement-breakpoint
CREATE INDEX "orders_by_account" ON "orders" USING btree ("account_id","created_at","id") WHERE account_id is not null;