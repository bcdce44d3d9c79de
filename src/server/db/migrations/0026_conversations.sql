CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"order_id" uuid,
	"car_id" uuid,
	"subject" text NOT NULL,
	"language" text NOT NULL,
	"contact_message_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_side" text NOT NULL,
	"last_author_id" uuid,
	"last_preview" text NOT NULL,
	"renter_unread" integer DEFAULT 0 NOT NULL,
	"renter_read_number" integer DEFAULT 0 NOT NULL,
	"renter_unread_since" timestamp with time zone,
	"renter_mailed_at" timestamp with time zone,
	"admin_unread" integer DEFAULT 0 NOT NULL,
	"admin_read_number" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp with time zone,
	"assigned_to" uuid,
	"closed_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"report_reason" text DEFAULT '' NOT NULL,
	"blocked_at" timestamp with time zone,
	CONSTRAINT "conversations_of_contact_message" UNIQUE("contact_message_id"),
	CONSTRAINT "conversations_last_side" CHECK (last_side in ('renter', 'admin')),
	CONSTRAINT "conversations_unread" CHECK (renter_unread >= 0 and admin_unread >= 0)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"side" text NOT NULL,
	"author_id" uuid,
	"is_internal" boolean DEFAULT false NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (spelled_out(lower(' ' || text))) STORED,
	CONSTRAINT "messages_of_conversation" UNIQUE("conversation_id","number"),
	CONSTRAINT "messages_side" CHECK (side in ('renter', 'admin')),
	CONSTRAINT "messages_internal" CHECK (side = 'admin' or not is_internal)
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"text_en" text NOT NULL,
	"text_zh" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_last_author_id_accounts_id_fk" FOREIGN KEY ("last_author_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_assigned_to_accounts_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_updated_by_accounts_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_of_account" ON "conversations" USING btree ("account_id","last_at","id");--> statement-breakpoint
CREATE INDEX "conversations_unread_by_account" ON "conversations" USING btree ("account_id","renter_unread") WHERE renter_unread > 0;--> statement-breakpoint
CREATE INDEX "conversations_to_mail" ON "conversations" USING btree ("renter_unread_since") WHERE renter_unread > 0;--> statement-breakpoint
CREATE INDEX "conversations_open" ON "conversations" USING btree ("last_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "conversations_unassigned" ON "conversations" USING btree ("last_at","id") WHERE closed_at is null and assigned_to is null;--> statement-breakpoint
CREATE INDEX "conversations_closed" ON "conversations" USING btree ("last_at","id") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "conversations_assigned" ON "conversations" USING btree ("assigned_to","last_at","id");--> statement-breakpoint
CREATE INDEX "conversations_waiting" ON "conversations" USING btree ("waiting_since","id") WHERE waiting_since is not null and closed_at is null;--> statement-breakpoint
CREATE INDEX "conversations_unread_by_admins" ON "conversations" USING btree ("admin_unread") WHERE admin_unread > 0;--> statement-breakpoint
CREATE INDEX "conversations_by_order" ON "conversations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "messages_by_author" ON "messages" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin (search_text gin_trgm_ops);