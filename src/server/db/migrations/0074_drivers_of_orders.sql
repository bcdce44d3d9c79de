CREATE TABLE "order_drivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"account_id" uuid,
	"has_agreed" boolean,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_drivers_answer" CHECK ((has_agreed is null) = (account_id is null))
);
--> statement-breakpoint
ALTER TABLE "order_drivers" ADD CONSTRAINT "order_drivers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_drivers" ADD CONSTRAINT "order_drivers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_drivers_by_order" ON "order_drivers" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "order_drivers_by_account" ON "order_drivers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "order_drivers_by_email" ON "order_drivers" USING btree (lower(email));