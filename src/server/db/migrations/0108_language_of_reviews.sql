-- Words are in the language they are written in, whatever their author read.
UPDATE "reviews" SET "language" = CASE WHEN "comment" ~ '[㐀-鿿豈-龎]' THEN 'zh' ELSE 'en' END
  WHERE "comment" ~ '[A-Za-z㐀-鿿豈-龎]';
