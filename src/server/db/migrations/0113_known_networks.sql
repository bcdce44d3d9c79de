CREATE TABLE "known_networks" (
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_networks_user_id_network_pk" PRIMARY KEY("user_id","network")
);
--> statement-breakpoint
ALTER TABLE "known_networks" ADD CONSTRAINT "known_networks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_networks_by_seen" ON "known_networks" USING btree ("seen_at");--> statement-breakpoint
INSERT INTO "known_networks" ("user_id", "network", "seen_at")
SELECT "user_id", "network", max("refreshed_at") FROM "sessions"
WHERE "network" <> '' AND ("aal" = 'aal2' OR NOT EXISTS (SELECT FROM "factors" WHERE "factors"."user_id" = "sessions"."user_id" AND "factors"."status" = 'verified'))
GROUP BY "user_id", "network";
