CREATE TABLE "import_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed" integer NOT NULL,
	"added" integer NOT NULL,
	"updated" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"errors" integer NOT NULL,
	"rows" integer[] NOT NULL,
	"car_ids" uuid[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_progress" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"phase" text NOT NULL,
	"done" integer NOT NULL,
	"total" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "picture_texts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "import_batches_by_created" ON "import_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "upload_progress_by_time" ON "upload_progress" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "cars_of_fleet" ON "cars" USING btree (name collate "C","id") WHERE retired_at is null;