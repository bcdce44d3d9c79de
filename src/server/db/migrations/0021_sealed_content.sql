ALTER TABLE "documents" ADD COLUMN "content_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "request_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_content" UNIQUE("content_id");--> statement-breakpoint
ALTER TABLE "document_removals" RENAME COLUMN "document_id" TO "content_id";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "remove_document_content"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "document_removals" ("content_id") VALUES (OLD."content_id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
