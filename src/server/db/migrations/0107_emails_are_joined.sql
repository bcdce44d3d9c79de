ALTER TABLE "emails" ADD COLUMN "joins_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "joined_into" uuid;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_joined_into_emails_id_fk" FOREIGN KEY ("joined_into") REFERENCES "public"."emails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_to_join" ON "emails" USING btree ("recipient") WHERE joins_from is not null;--> statement-breakpoint
CREATE INDEX "emails_joined" ON "emails" USING btree ("joined_into") WHERE joined_into is not null;