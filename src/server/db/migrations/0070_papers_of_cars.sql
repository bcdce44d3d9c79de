CREATE TABLE "car_papers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"car_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"last_day" date NOT NULL,
	"content_id" uuid NOT NULL,
	"bytes" integer NOT NULL,
	"accepted_at" timestamp with time zone,
	"reminded_days" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "car_papers_content" UNIQUE("content_id"),
	CONSTRAINT "car_papers_kind" CHECK (kind in ('registration', 'insurance'))
);
--> statement-breakpoint
ALTER TABLE "car_papers" ADD CONSTRAINT "car_papers_car_id_host_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."host_cars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "car_papers_accepted" ON "car_papers" USING btree ("car_id","kind") WHERE accepted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "car_papers_waiting" ON "car_papers" USING btree ("car_id","kind") WHERE accepted_at is null;--> statement-breakpoint
CREATE INDEX "car_papers_ending" ON "car_papers" USING btree ("last_day") WHERE accepted_at is not null;