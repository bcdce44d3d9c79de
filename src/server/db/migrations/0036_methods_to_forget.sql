CREATE TABLE "methods_to_forget" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mode" text NOT NULL,
	"method_ref" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "methods_to_forget_mode" CHECK (mode in ('stripe', 'paypal'))
);
--> statement-breakpoint
CREATE INDEX "methods_to_forget_by_turn" ON "methods_to_forget" USING btree ("next_try_at");