ALTER TABLE "order_changes" DROP CONSTRAINT "order_changes_kind";--> statement-breakpoint
ALTER TABLE "order_documents" DROP CONSTRAINT "order_documents_kind";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tariff" jsonb;--> statement-breakpoint
ALTER TABLE "order_changes" ADD COLUMN "fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_changes" ADD COLUMN "status" text DEFAULT 'accepted' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_changes" ADD COLUMN "answer_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_changes" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_changes" ADD COLUMN "answered_by" text;--> statement-breakpoint
ALTER TABLE "order_changes" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX "order_changes_open" ON "order_changes" USING btree ("order_id") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "order_changes_to_answer" ON "order_changes" USING btree ("answer_until") WHERE status = 'requested';--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_status" CHECK (status in ('requested', 'accepted', 'declined', 'withdrawn', 'lapsed'));--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_waits" CHECK ((status = 'requested') = (answer_until is not null and answered_at is null));--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_kind" CHECK (kind in ('pickup', 'cancel', 'dates', 'extension', 'early_return', 'swap'));--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_kind" CHECK (kind in ('agreement', 'addendum', 'invoice', 'receipt', 'refund_receipt'));--> statement-breakpoint
-- Orders so far were priced by the rates of their day, which have not changed: what a row doesn't tell stands in them.
UPDATE orders SET tariff = jsonb_build_object(
  'by', CASE WHEN source = 'plan' THEN 'month' ELSE 'day' END,
  'monthlyPrice', monthly_price,
  'insurance', CASE
    WHEN insurance ? 'dailyPrice' THEN jsonb_build_object('daily', insurance->'dailyPrice')
    WHEN insurance ? 'monthlyPrice' THEN jsonb_build_object(
      'monthly', CASE WHEN months < 3 THEN (insurance->>'monthlyPrice')::int
        ELSE CASE insurance->>'product' WHEN 'protection' THEN 10900 WHEN 'ultimate' THEN 7900 ELSE 0 END END,
      'longTermMonthly', CASE WHEN months >= 3 THEN (insurance->>'monthlyPrice')::int
        ELSE CASE insurance->>'product' WHEN 'protection' THEN 8900 WHEN 'ultimate' THEN 5900 ELSE 0 END END)
  END,
  'discounts', '[{"months": 13, "percent": 18}, {"months": 12, "percent": 15}, {"months": 10, "percent": 12}, {"months": 6, "percent": 10}, {"months": 3, "percent": 5}]'::jsonb,
  'monthlyMiles', miles_included / months,
  'promo', coalesce(-(jsonb_path_query_first(lines, '$[*] ? (@.kind == "promo").amount'))::int, 0),
  'extraMile', 25,
  'earlyReturnFee', 20000,
  'minRentDays', coalesce((SELECT min_rent_days FROM cars WHERE cars.id = car_id AND source <> 'plan'), 30));
