CREATE INDEX "audit_events_to_forget" ON "audit_events" USING btree ("at") WHERE before is not null or after is not null or reason is not null;
