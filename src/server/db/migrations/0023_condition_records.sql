CREATE TABLE "condition_images" (
	"record_id" uuid NOT NULL,
	"slot" text NOT NULL,
	"content_id" uuid NOT NULL,
	"upload_hash" text NOT NULL,
	"stored_hash" text NOT NULL,
	"taken_at" text,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "condition_images_record_id_slot_pk" PRIMARY KEY("record_id","slot"),
	CONSTRAINT "condition_images_content" UNIQUE("content_id"),
	CONSTRAINT "condition_images_slot" CHECK (slot in ('front', 'back', 'interior', 'odometer'))
);
--> statement-breakpoint
CREATE TABLE "condition_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"side" text NOT NULL,
	"made_by" uuid NOT NULL,
	"odometer" integer,
	"fuel_eighths" integer,
	"remark" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"place" integer,
	"seal_before" text,
	"seal" text,
	CONSTRAINT "condition_records_kind" CHECK (kind in ('pickup', 'return')),
	CONSTRAINT "condition_records_side" CHECK (side in ('renter', 'longbay')),
	CONSTRAINT "condition_records_odometer" CHECK (odometer between 0 and 2000000),
	CONSTRAINT "condition_records_fuel" CHECK (fuel_eighths between 0 and 8),
	CONSTRAINT "condition_records_finished" CHECK (finished_at is null and place is null and seal is null and seal_before is null
        or finished_at is not null and place is not null and seal is not null and seal_before is not null
          and odometer is not null and fuel_eighths is not null)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_car_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "car_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "condition_images" ADD CONSTRAINT "condition_images_record_id_condition_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."condition_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "condition_records" ADD CONSTRAINT "condition_records_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "condition_records_place" ON "condition_records" USING btree ("order_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "condition_records_open" ON "condition_records" USING btree ("order_id","kind","made_by") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "condition_records_to_forget" ON "condition_records" USING btree ("started_at") WHERE finished_at is null;--> statement-breakpoint
-- A finished record stays as it was sealed, and so do its images. Correcting means adding.
CREATE FUNCTION "keep_condition_record"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."finished_at" IS NOT NULL THEN
    RAISE EXCEPTION 'a finished condition record is not changed' USING ERRCODE = 'restrict_violation', TABLE = 'condition_records';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER "condition_records_kept" BEFORE UPDATE OR DELETE ON "condition_records"
  FOR EACH ROW EXECUTE FUNCTION "keep_condition_record"();
--> statement-breakpoint
CREATE FUNCTION "keep_condition_images"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "condition_records" WHERE "finished_at" IS NOT NULL
      AND "id" IN (CASE WHEN TG_OP <> 'INSERT' THEN OLD."record_id" END, CASE WHEN TG_OP <> 'DELETE' THEN NEW."record_id" END)
  ) THEN
    RAISE EXCEPTION 'the images of a finished condition record are not changed' USING ERRCODE = 'restrict_violation', TABLE = 'condition_images';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER "condition_images_kept" BEFORE INSERT OR UPDATE OR DELETE ON "condition_images"
  FOR EACH ROW EXECUTE FUNCTION "keep_condition_images"();
--> statement-breakpoint
CREATE FUNCTION "keep_all_conditions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'condition records are not emptied' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "condition_records_not_emptied" BEFORE TRUNCATE ON "condition_records"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_all_conditions"();
--> statement-breakpoint
CREATE TRIGGER "condition_images_not_emptied" BEFORE TRUNCATE ON "condition_images"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_all_conditions"();
