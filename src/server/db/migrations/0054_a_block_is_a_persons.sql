-- The address by which a person is known, however they spell it: without what follows a plus sign, and without dots at
-- Gmail. `personAddress` of the domain says the same.
CREATE FUNCTION "person_address"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN $1 = '' THEN ''
    WHEN place IN ('gmail.com', 'googlemail.com') THEN replace(name, '.', '') || '@gmail.com'
    ELSE name || '@' || place
  END
  FROM (SELECT regexp_replace(split_part(lower($1), '@', 1), '(.)\+.*$', '\1') AS name, split_part(lower($1), '@', 2) AS place) AS address
$$;--> statement-breakpoint
CREATE TABLE "blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid,
	"address" text,
	"blocked_at" timestamp with time zone NOT NULL,
	"blocked_by" uuid,
	CONSTRAINT "blocks_account" UNIQUE("account_id"),
	CONSTRAINT "blocks_address" UNIQUE("address"),
	CONSTRAINT "blocks_one_person" CHECK ((account_id is null) <> (address is null))
);
--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_by_accounts_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocks_by_maker" ON "blocks" USING btree ("blocked_by");--> statement-breakpoint
CREATE INDEX "accounts_suspended" ON "accounts" USING btree (person_address(email)) WHERE suspended_at is not null;--> statement-breakpoint
-- Each conversation of a blocked person said so.
INSERT INTO blocks (account_id, blocked_at) SELECT account_id, min(blocked_at) FROM conversations
  WHERE blocked_at IS NOT NULL AND account_id IS NOT NULL GROUP BY account_id;--> statement-breakpoint
INSERT INTO blocks (address, blocked_at) SELECT person_address(visitor_email), min(blocked_at) FROM conversations
  WHERE blocked_at IS NOT NULL AND account_id IS NULL AND visitor_email <> '' GROUP BY person_address(visitor_email);--> statement-breakpoint
ALTER TABLE "conversations" DROP COLUMN "blocked_at";