CREATE TABLE "business_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"written" jsonb NOT NULL
);
--> statement-breakpoint
-- Every process hears of a change, by whomever, and reads the settings anew.
CREATE FUNCTION "tell_business_settings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('business_settings', NEW."version"::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "business_settings_tell" AFTER INSERT OR UPDATE ON "business_settings"
  FOR EACH ROW EXECUTE FUNCTION "tell_business_settings"();
