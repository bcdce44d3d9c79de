CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"password_hash" text NOT NULL,
	"user_metadata" jsonb NOT NULL,
	"language" text NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"place" text NOT NULL,
	"code_challenge" text,
	"invitation_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_ups_password" UNIQUE("recipient","password_hash")
);
--> statement-breakpoint
DROP INDEX "admin_invitations_bound";--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_invitation_id_admin_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."admin_invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ups_by_browser" ON "sign_ups" USING btree ("browser");--> statement-breakpoint
CREATE INDEX "sign_ups_by_end" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "admin_invitations" DROP COLUMN "bound_email";--> statement-breakpoint
-- A password that waits in a letter's own row belongs to whoever opens that letter: such sign-ups are typed again.
DELETE FROM "mailed_tokens" WHERE "kind" IN ('signup', 'sms');--> statement-breakpoint
UPDATE "mailed_tokens" SET "code_hash" = NULL, "code_expires_at" = NULL WHERE "kind" IN ('recovery', 'invite', 'email_change_current', 'email_change_new');
