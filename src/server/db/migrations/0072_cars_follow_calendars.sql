CREATE TABLE "car_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"car_id" uuid NOT NULL,
	"label" text NOT NULL,
	"url" text NOT NULL,
	"etag" text DEFAULT '' NOT NULL,
	"last_modified" text DEFAULT '' NOT NULL,
	"read_on" date NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"error" text,
	"error_status" integer,
	"error_since" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"events" integer NOT NULL,
	"ranges" jsonb NOT NULL,
	"clashes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "car_feeds_once" UNIQUE("car_id","url"),
	CONSTRAINT "car_feeds_error" CHECK (error in ('bad_address', 'not_https', 'private_address', 'unreachable', 'certificate', 'too_slow', 'too_large', 'broken', 'too_many_redirects', 'http_status', 'not_a_calendar', 'cut_short', 'unreadable', 'unknown_time_zone', 'too_many_days', 'takes_too_long')),
	CONSTRAINT "car_feeds_failing" CHECK ((error is null) = (error_since is null) and (error is null) = (failures = 0))
);
--> statement-breakpoint
ALTER TABLE "car_blocks" ALTER COLUMN "created_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "calendar_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "car_blocks" ADD COLUMN "feed_id" uuid;--> statement-breakpoint
ALTER TABLE "host_cars" ADD COLUMN "calendar_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "car_feeds" ADD CONSTRAINT "car_feeds_car_id_host_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."host_cars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "car_feeds_due" ON "car_feeds" USING btree ("next_at");--> statement-breakpoint
ALTER TABLE "car_blocks" ADD CONSTRAINT "car_blocks_feed_id_car_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."car_feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "car_blocks_by_days" ON "car_blocks" USING gist ("car_id","during");--> statement-breakpoint
CREATE INDEX "car_blocks_by_feed" ON "car_blocks" USING btree ("feed_id") WHERE feed_id is not null;--> statement-breakpoint
ALTER TABLE "car_blocks" ADD CONSTRAINT "car_blocks_maker" CHECK ((feed_id is null) = (created_by is not null));--> statement-breakpoint
-- Two calendars may take the same day, and a calendar may take one that its host has blocked.
ALTER TABLE "car_blocks" DROP CONSTRAINT "car_blocks_once";--> statement-breakpoint
ALTER TABLE "car_blocks" ADD CONSTRAINT "car_blocks_once" EXCLUDE USING gist ("car_id" WITH =, "during" WITH &&) WHERE (feed_id is null);
