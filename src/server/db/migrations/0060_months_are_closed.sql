CREATE TABLE "closed_months" (
	"month" text PRIMARY KEY NOT NULL,
	"closed_by" text NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "closed_months_month" CHECK (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "effective_on" date;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_effective" CHECK (effective_on < posted_on);
--> statement-breakpoint
-- Nothing is posted into a closed month, whoever asks. Closing waits for what is being posted, by the same lock.
CREATE FUNCTION refuse_a_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7340055);
  IF EXISTS (SELECT FROM closed_months WHERE month = to_char(NEW.posted_on, 'YYYY-MM')) THEN
    RAISE EXCEPTION 'the books of % are closed', to_char(NEW.posted_on, 'YYYY-MM')
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_month_closed', TABLE = 'ledger_transactions';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_month_open BEFORE INSERT ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_a_closed_month();
