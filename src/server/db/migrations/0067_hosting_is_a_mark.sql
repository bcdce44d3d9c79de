ALTER TABLE "accounts" ADD COLUMN "hosting_since" timestamp with time zone;--> statement-breakpoint
-- Whoever has the role host hosts since their application was approved, or since we know of them.
UPDATE "accounts" SET "hosting_since" = coalesce(
    (SELECT max("decided_at") FROM "host_applications" WHERE "account_id" = "accounts"."id" AND "status" = 'approved'),
    "created_at")
  WHERE "role" = 'host';--> statement-breakpoint
CREATE INDEX "accounts_hosting_since" ON "accounts" USING btree ("hosting_since","id") WHERE hosting_since is not null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_hosting" CHECK (case role when 'host' then hosting_since is not null when 'customer' then hosting_since is null else true end);--> statement-breakpoint
-- Who writes the role alone, as the version before does, writes the mark too; an administrator's mark stays as it is.
CREATE FUNCTION "keep_hosting_mark"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."role" = 'host' THEN NEW."hosting_since" := coalesce(NEW."hosting_since", now());
  ELSIF NEW."role" = 'customer' THEN NEW."hosting_since" := NULL;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "accounts_keep_hosting_mark" BEFORE INSERT OR UPDATE OF "role", "hosting_since" ON "accounts"
  FOR EACH ROW EXECUTE FUNCTION "keep_hosting_mark"();
