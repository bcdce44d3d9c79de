-- A car whose return was denied is taken until it is recorded back.
CREATE TRIGGER "return_denials_tell_held_days" AFTER INSERT OR UPDATE OR DELETE ON "return_denials"
  FOR EACH ROW EXECUTE FUNCTION "tell_held_days"();
