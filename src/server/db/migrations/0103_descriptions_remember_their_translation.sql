ALTER TABLE "cars" DROP CONSTRAINT "cars_translated";--> statement-breakpoint
-- The text itself instead of its language.
UPDATE "cars" SET translated = CASE translated WHEN 'en' THEN nullif(description, '') ELSE description_zh END
  WHERE translated IN ('en', 'zh');--> statement-breakpoint
UPDATE "host_cars" SET typed = typed - 'translated' || CASE typed->>'translated'
    WHEN 'en' THEN jsonb_build_object('translated', coalesce(typed->>'description', ''))
    ELSE jsonb_build_object('translated', coalesce(typed->>'descriptionZh', '')) END
  WHERE typed->>'translated' IN ('en', 'zh');
