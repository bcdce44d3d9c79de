ALTER TABLE "orders" ADD COLUMN "host_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "host_share_percent" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_by_host" ON "orders" USING btree ("host_id","created_at","id") WHERE host_id is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_host_share" CHECK (host_share_percent between 0 and 100 and (host_id is null or host_share_percent is not null));