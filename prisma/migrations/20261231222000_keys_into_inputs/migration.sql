-- A sync that removes an input deletes what hangs on it, which Postgres looks up by these.
CREATE INDEX "command_input_org_id_template_input_id_idx" ON "command_input"("org_id", "template_input_id");
CREATE INDEX "scheduled_job_input_org_id_input_id_idx" ON "scheduled_job_input"("org_id", "input_id");
CREATE INDEX "webhook_input_org_id_input_id_idx" ON "webhook_input"("org_id", "input_id");
