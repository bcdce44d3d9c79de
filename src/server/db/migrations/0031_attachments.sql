CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"message_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"content_id" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_content" UNIQUE("content_id"),
	CONSTRAINT "attachments_kind" CHECK (kind in ('image', 'pdf'))
);
--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_of_message" ON "attachments" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "attachments_by_account" ON "attachments" USING btree ("account_id");