-- Every process hears when somebody gets or gives back days of a car, and drops the answers that it keeps about free days.
CREATE FUNCTION "tell_held_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('held_days', '');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_tell_held_days_inserted" AFTER INSERT ON "orders"
  FOR EACH ROW WHEN (NEW."car_id" IS NOT NULL) EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "orders_tell_held_days_updated" AFTER UPDATE ON "orders"
  FOR EACH ROW WHEN (
    (OLD."car_id", OLD."during", OLD."status", OLD."holds_car", OLD."expires_at", OLD."hold_ends_at", OLD."is_car_out", OLD."trip_completed_at")
    IS DISTINCT FROM
    (NEW."car_id", NEW."during", NEW."status", NEW."holds_car", NEW."expires_at", NEW."hold_ends_at", NEW."is_car_out", NEW."trip_completed_at"))
  EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "orders_tell_held_days_deleted" AFTER DELETE ON "orders"
  FOR EACH ROW WHEN (OLD."car_id" IS NOT NULL) EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
-- Answers in the wizard are saved one by one; of them only the hold is anybody else's matter.
CREATE TRIGGER "wizard_drafts_tell_held_days_inserted" AFTER INSERT ON "wizard_drafts"
  FOR EACH ROW WHEN (NEW."hold_ends_at" IS NOT NULL) EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "wizard_drafts_tell_held_days_updated" AFTER UPDATE ON "wizard_drafts"
  FOR EACH ROW WHEN (
    (OLD."car_id", OLD."during", OLD."hold_ends_at") IS DISTINCT FROM (NEW."car_id", NEW."during", NEW."hold_ends_at"))
  EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "wizard_drafts_tell_held_days_deleted" AFTER DELETE ON "wizard_drafts"
  FOR EACH ROW WHEN (OLD."hold_ends_at" IS NOT NULL) EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "day_holds_tell_held_days" AFTER INSERT OR UPDATE OR DELETE ON "day_holds"
  FOR EACH ROW EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "car_blocks_tell_held_days" AFTER INSERT OR UPDATE OR DELETE ON "car_blocks"
  FOR EACH ROW EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "orders_tell_held_days_emptied" AFTER TRUNCATE ON "orders"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "wizard_drafts_tell_held_days_emptied" AFTER TRUNCATE ON "wizard_drafts"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "day_holds_tell_held_days_emptied" AFTER TRUNCATE ON "day_holds"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "car_blocks_tell_held_days_emptied" AFTER TRUNCATE ON "car_blocks"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_held_days"();
--> statement-breakpoint
-- A car that a rental had before another is taken until it is back.
CREATE TRIGGER "order_stretches_tell_held_days" AFTER INSERT OR UPDATE OR DELETE ON "order_stretches"
  FOR EACH ROW EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "condition_records_tell_held_days_updated" AFTER UPDATE ON "condition_records"
  FOR EACH ROW WHEN (OLD."finished_at" IS DISTINCT FROM NEW."finished_at") EXECUTE FUNCTION "tell_held_days"();--> statement-breakpoint
CREATE TRIGGER "condition_records_tell_held_days_others" AFTER INSERT OR DELETE ON "condition_records"
  FOR EACH ROW EXECUTE FUNCTION "tell_held_days"();
