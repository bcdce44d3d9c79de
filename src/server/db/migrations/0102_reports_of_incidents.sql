ALTER TABLE "conversations" ADD COLUMN "report" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_report" CHECK (report is null or order_id is not null);--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_report_kind" CHECK (report in ('accident', 'breakdown'));