CREATE TABLE "host_cars" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"typed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"images" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"language" text NOT NULL,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"waiting_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "host_cars_owner" UNIQUE("id","host_id"),
	CONSTRAINT "host_cars_language" CHECK (language in ('en', 'zh'))
);
--> statement-breakpoint
DROP INDEX "cars_plate";--> statement-breakpoint
DROP INDEX "cars_of_fleet";--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "host_id" uuid;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "listing_state" text;--> statement-breakpoint
-- A car of the platform that isn't on offer is paused; one that has left the fleet is kept for its orders.
UPDATE "cars" SET
  "listing_state" = CASE WHEN "retired_at" IS NOT NULL THEN 'retired' WHEN "available" THEN 'listed' ELSE 'paused' END,
  "available" = "available" AND "retired_at" IS NULL;--> statement-breakpoint
ALTER TABLE "cars" ALTER COLUMN "listing_state" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "listed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "is_contested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "vin" text;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "odometer" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "handover_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "delivery_miles" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "max_rent_days" integer DEFAULT 400 NOT NULL;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "notice_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "instant_book" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "translated" text;--> statement-breakpoint
ALTER TABLE "host_cars" ADD CONSTRAINT "host_cars_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_cars" ADD CONSTRAINT "host_cars_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "host_cars_by_host" ON "host_cars" USING btree ("host_id","created_at","id");--> statement-breakpoint
CREATE INDEX "host_cars_waiting" ON "host_cars" USING btree ("waiting_since","id") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "host_cars_by_image" ON "host_cars" USING gin ("images");--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_owner" FOREIGN KEY ("id","host_id") REFERENCES "public"."host_cars"("id","host_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "cars_vin_claimed" ON "cars" USING btree ("vin") WHERE vin is not null and not is_contested and listing_state <> 'declined' and not (listing_state = 'retired' and host_id is not null);--> statement-breakpoint
CREATE INDEX "cars_by_host" ON "cars" USING btree ("host_id","listing_state","id");--> statement-breakpoint
CREATE INDEX "cars_by_image" ON "cars" USING gin ("images");--> statement-breakpoint
CREATE INDEX "cars_to_decide" ON "cars" USING btree ("listing_state","id") WHERE listing_state in ('submitted', 'declined');--> statement-breakpoint
CREATE UNIQUE INDEX "cars_plate" ON "cars" USING btree (upper(regexp_replace(plate_number, '[^A-Za-z0-9]', '', 'g'))) WHERE plate_number is not null and not is_contested and listing_state <> 'declined' and not (listing_state = 'retired' and host_id is not null);--> statement-breakpoint
CREATE INDEX "cars_of_fleet" ON "cars" USING btree (name collate "C","id") WHERE listing_state in ('listed', 'paused');--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_max_rent_days" CHECK (max_rent_days between min_rent_days and 400);--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_notice_days" CHECK (notice_days between 0 and 14);--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_delivery_miles" CHECK (delivery_miles between 0 and 100);--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_translated" CHECK (translated in ('en', 'zh'));--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_vin" CHECK (vin ~ '^[A-HJ-NPR-Z0-9]{17}$');--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_listing_state" CHECK (listing_state in ('submitted', 'listed', 'paused', 'declined', 'retired'));--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_available" CHECK (available = (listing_state = 'listed'));--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_retired" CHECK ((retired_at is not null) = (listing_state = 'retired'));--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_of_platform" CHECK (host_id is not null or listing_state not in ('submitted', 'declined'));--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_contested" CHECK (not is_contested or listing_state in ('submitted', 'declined', 'retired'));--> statement-breakpoint
-- One place derives what every list and quote reads, whoever writes the car: the state from the two marks where only
-- they are written (a form, a file, an undo, the version before), the marks from the state in every case. Marks list no
-- car that waits for the desk.
CREATE FUNCTION "keep_listing_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."listing_state" IS NULL OR (
    TG_OP = 'UPDATE' AND NEW."listing_state" = OLD."listing_state"
    AND OLD."listing_state" NOT IN ('submitted', 'declined')
    AND (NEW."available", NEW."retired_at") IS DISTINCT FROM (OLD."available", OLD."retired_at")
  ) THEN
    NEW."listing_state" := CASE
      WHEN NEW."retired_at" IS NOT NULL THEN 'retired' WHEN NEW."available" THEN 'listed' ELSE 'paused' END;
  END IF;
  NEW."available" := NEW."listing_state" = 'listed';
  NEW."retired_at" := CASE WHEN NEW."listing_state" = 'retired' THEN coalesce(NEW."retired_at", now()) END;
  IF NEW."listing_state" = 'listed' AND NEW."listed_at" IS NULL THEN NEW."listed_at" := now(); END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "cars_keep_listing_state" BEFORE INSERT OR UPDATE ON "cars"
  FOR EACH ROW EXECUTE FUNCTION "keep_listing_state"();
