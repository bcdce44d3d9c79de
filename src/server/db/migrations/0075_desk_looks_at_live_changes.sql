ALTER TABLE "host_cars" ADD COLUMN "unseen" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "host_cars" ADD COLUMN "unseen_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "host_cars_unseen" ON "host_cars" USING btree ("unseen_since","id") WHERE unseen_since is not null;--> statement-breakpoint
ALTER TABLE "host_cars" ADD CONSTRAINT "host_cars_unseen" CHECK ((unseen_since is null) = (unseen = '{}'));