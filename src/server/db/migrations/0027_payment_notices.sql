CREATE TABLE "payment_notices" (
	"instalment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_notices_instalment_id_kind_pk" PRIMARY KEY("instalment_id","kind"),
	CONSTRAINT "payment_notices_kind" CHECK (kind in ('soon', 'due', 'overdue_1', 'overdue_3', 'overdue_5', 'past_due', 'booking_unpaid'))
);
--> statement-breakpoint
ALTER TABLE "payment_notices" ADD CONSTRAINT "payment_notices_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;