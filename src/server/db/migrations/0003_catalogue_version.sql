-- Every change of a car raises the catalogue's version and tells every process, which then drops its hot answers.
INSERT INTO "catalogue_state" ("id", "version") VALUES (1, 1);--> statement-breakpoint
CREATE FUNCTION "raise_catalogue_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE raised bigint;
BEGIN
  UPDATE "catalogue_state" SET "version" = "version" + 1 WHERE "id" = 1 RETURNING "version" INTO raised;
  PERFORM pg_notify('catalogue', raised::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "cars_raise_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "cars"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
-- The words that cars are called by: letters and digits of name, brand and model, two or more in a row.
CREATE FUNCTION "keep_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_words" ("word")
    SELECT DISTINCT word FROM "changed", regexp_split_to_table("changed"."search_text", '[^[:alnum:]]+') AS word
    WHERE length(word) >= 2
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "cars_keep_words_inserted" AFTER INSERT ON "cars" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_search_words"();--> statement-breakpoint
CREATE TRIGGER "cars_keep_words_updated" AFTER UPDATE ON "cars" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_search_words"();
