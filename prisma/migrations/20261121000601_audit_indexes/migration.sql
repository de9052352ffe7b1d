-- DropIndex
DROP INDEX "audit_event_org_id_audit_event_id_idx";

-- CreateIndex
CREATE INDEX "audit_event_org_id_at_audit_event_id_idx" ON "audit_event"("org_id", "at" DESC, "audit_event_id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_org_id_actor_user_id_at_audit_event_id_idx" ON "audit_event"("org_id", "actor_user_id", "at" DESC, "audit_event_id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_org_id_action_at_audit_event_id_idx" ON "audit_event"("org_id", "action", "at" DESC, "audit_event_id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_org_id_subject_type_subject_id_at_audit_event_i_idx" ON "audit_event"("org_id", "subject_type", "subject_id", "at" DESC, "audit_event_id" DESC);
