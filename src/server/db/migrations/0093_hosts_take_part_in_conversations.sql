ALTER TABLE "conversations" DROP CONSTRAINT "conversations_last_side";--> statement-breakpoint
ALTER TABLE "conversations" DROP CONSTRAINT "conversations_unread";--> statement-breakpoint
ALTER TABLE "conversations" DROP CONSTRAINT "conversations_somebodys";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_side";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "host_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "host_unread" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "host_read_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "host_unread_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "host_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "admin_joined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "reported_side" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_one_between" ON "conversations" USING btree ("order_id","host_id","account_id") WHERE account_id is not null and host_id is not null;--> statement-breakpoint
CREATE INDEX "conversations_of_hosts" ON "conversations" USING btree ("host_id","last_at","id") WHERE host_id is not null;--> statement-breakpoint
CREATE INDEX "conversations_to_mail_hosts" ON "conversations" USING btree ("host_unread_since") WHERE host_unread > 0;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_reported_side" CHECK (reported_side in ('renter', 'host', 'admin'));--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_of_host" CHECK (host_id is null or visitor_email is null);--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_between" CHECK (account_id is null or host_id is null or (order_id is not null and account_id <> host_id));--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_last_side" CHECK (last_side in ('renter', 'host', 'admin'));--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_unread" CHECK (renter_unread >= 0 and host_unread >= 0 and admin_unread >= 0);--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_somebodys" CHECK (account_id is not null or visitor_email is not null or host_id is not null);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_side" CHECK (side in ('renter', 'host', 'admin'));