CREATE TABLE "former_usernames" (
	"username" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_usernames_by_account" ON "former_usernames" USING btree ("account_id");--> statement-breakpoint
-- Pages of cars name their hosts: another name raises the catalogue's version, as a change of a car does.
CREATE TRIGGER "accounts_raise_version" AFTER UPDATE OF "username", "full_name", "hosting_since" ON "accounts"
  FOR EACH ROW WHEN (OLD."hosting_since" IS NOT NULL AND (OLD."username", OLD."full_name", OLD."hosting_since")
    IS DISTINCT FROM (NEW."username", NEW."full_name", NEW."hosting_since"))
  EXECUTE FUNCTION "raise_catalogue_version"();
