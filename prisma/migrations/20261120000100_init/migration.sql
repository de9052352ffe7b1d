-- CreateEnum
CREATE TYPE "access_role" AS ENUM ('admin', 'runner');

-- CreateEnum
CREATE TYPE "warning_tag" AS ENUM ('creates_data', 'updates_data', 'slows_db', 'safe');

-- CreateEnum
CREATE TYPE "visibility" AS ENUM ('justme', 'org', 'public', 'store');

-- CreateEnum
CREATE TYPE "org_role" AS ENUM ('admin', 'member');

-- CreateEnum
CREATE TYPE "membership_state" AS ENUM ('active', 'pending', 'deleted');

-- CreateEnum
CREATE TYPE "run_status" AS ENUM ('starting', 'running', 'success', 'failed', 'cron_error', 'cron_cancellation');

-- CreateEnum
CREATE TYPE "run_end_reason" AS ENUM ('error', 'cancelled', 'timed_out', 'worker_lost', 'refused', 'never_started');

-- CreateTable
CREATE TABLE "command_user_grant" (
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "access_role" NOT NULL,

    CONSTRAINT "command_user_grant_pkey" PRIMARY KEY ("org_id","command_id","user_id")
);

-- CreateTable
CREATE TABLE "command_group_grant" (
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "group_id" TEXT NOT NULL,
    "role" "access_role" NOT NULL,

    CONSTRAINT "command_group_grant_pkey" PRIMARY KEY ("org_id","command_id","group_id")
);

-- CreateTable
CREATE TABLE "folder_user_grant" (
    "org_id" TEXT NOT NULL,
    "folder_id" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "access_role" NOT NULL,

    CONSTRAINT "folder_user_grant_pkey" PRIMARY KEY ("org_id","folder_id","user_id")
);

-- CreateTable
CREATE TABLE "folder_group_grant" (
    "org_id" TEXT NOT NULL,
    "folder_id" INTEGER NOT NULL,
    "group_id" TEXT NOT NULL,
    "role" "access_role" NOT NULL,

    CONSTRAINT "folder_group_grant_pkey" PRIMARY KEY ("org_id","folder_id","group_id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "audit_event_id" BIGSERIAL NOT NULL,
    "org_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_user_id" TEXT,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT,
    "address" TEXT,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("audit_event_id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "user_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "folder" (
    "folder_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "folder_pkey" PRIMARY KEY ("folder_id")
);

-- CreateTable
CREATE TABLE "credential" (
    "credential_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "source_kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "for_sync" BOOLEAN NOT NULL DEFAULT true,
    "for_runs" BOOLEAN NOT NULL DEFAULT true,
    "for_results" BOOLEAN NOT NULL DEFAULT false,
    "resource_id" TEXT,
    "settings" JSONB NOT NULL,
    "sealed_secrets" BYTEA,
    "is_builtin" BOOLEAN NOT NULL DEFAULT false,
    "created_by_user_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("credential_id")
);

-- CreateTable
CREATE TABLE "template" (
    "template_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "credential_id" INTEGER NOT NULL,
    "source_kind" TEXT NOT NULL,
    "cloud_id" TEXT NOT NULL,
    "cloud_name" TEXT NOT NULL,
    "description" TEXT,
    "executable" JSONB NOT NULL,
    "warning_tag" "warning_tag",
    "run_button_text" TEXT,
    "running_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "template_pkey" PRIMARY KEY ("template_id")
);

-- CreateTable
CREATE TABLE "template_input" (
    "template_input_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "template_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "type" JSONB NOT NULL,
    "default_value" JSONB,
    "default_expression" TEXT,
    "default_ambiguous_input" TEXT NOT NULL,
    "description" TEXT,

    CONSTRAINT "template_input_pkey" PRIMARY KEY ("template_input_id")
);

-- CreateTable
CREATE TABLE "command" (
    "command_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "template_id" INTEGER NOT NULL,
    "folder_id" INTEGER,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "visibility" "visibility" NOT NULL DEFAULT 'org',
    "created_by_user_id" TEXT NOT NULL,
    "origin_command_id" INTEGER,
    "is_hidden" BOOLEAN NOT NULL DEFAULT false,
    "deleted_at" TIMESTAMPTZ(3),
    "execute_in_transaction" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "command_pkey" PRIMARY KEY ("command_id")
);

-- CreateTable
CREATE TABLE "command_input" (
    "input_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "template_input_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "display_name" TEXT,
    "placeholder" TEXT,
    "note" TEXT,
    "tooltip" TEXT,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "locked" BOOLEAN NOT NULL DEFAULT false,
    "variable" TEXT,
    "use_default_value" BOOLEAN NOT NULL DEFAULT false,
    "default_value" JSONB,
    "default_value_source" TEXT NOT NULL DEFAULT 'sync',
    "default_ambiguous_input" TEXT NOT NULL,

    CONSTRAINT "command_input_pkey" PRIMARY KEY ("input_id")
);

-- CreateTable
CREATE TABLE "user" (
    "user_id" TEXT NOT NULL,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "picture_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "session" (
    "token_hash" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "org" (
    "org_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "org_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "org_slug" (
    "slug" TEXT NOT NULL,
    "org_id" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "org_slug_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "membership" (
    "org_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "org_role" NOT NULL DEFAULT 'member',
    "state" "membership_state" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("org_id","user_id")
);

-- CreateTable
CREATE TABLE "user_group" (
    "group_id" TEXT NOT NULL,
    "org_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "user_group_pkey" PRIMARY KEY ("group_id")
);

-- CreateTable
CREATE TABLE "group_member" (
    "org_id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "group_member_pkey" PRIMARY KEY ("org_id","group_id","user_id")
);

-- CreateTable
CREATE TABLE "run_group" (
    "run_group_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_group_pkey" PRIMARY KEY ("run_group_id")
);

-- CreateTable
CREATE TABLE "run" (
    "run_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "template_id" INTEGER NOT NULL,
    "run_group_id" INTEGER,
    "started_by_user_id" TEXT NOT NULL,
    "status" "run_status" NOT NULL DEFAULT 'starting',
    "end_reason" "run_end_reason",
    "is_startup" BOOLEAN NOT NULL DEFAULT false,
    "is_dropdown" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "queued_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "worker_id" TEXT,
    "cancel_requested_by" TEXT,
    "params" TEXT,
    "snapshot" TEXT,
    "payload_format" TEXT,
    "total_rows" INTEGER,
    "is_truncated" BOOLEAN NOT NULL DEFAULT false,
    "has_result" BOOLEAN NOT NULL DEFAULT false,
    "result_deleted_at" TIMESTAMPTZ(3),
    "errors" JSONB,
    "log_text" TEXT,

    CONSTRAINT "run_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "worker" (
    "worker_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worker_pkey" PRIMARY KEY ("worker_id")
);

-- CreateIndex
CREATE INDEX "command_user_grant_user_id_org_id_idx" ON "command_user_grant"("user_id", "org_id");

-- CreateIndex
CREATE INDEX "command_group_grant_org_id_group_id_idx" ON "command_group_grant"("org_id", "group_id");

-- CreateIndex
CREATE INDEX "folder_user_grant_user_id_org_id_idx" ON "folder_user_grant"("user_id", "org_id");

-- CreateIndex
CREATE INDEX "folder_group_grant_org_id_group_id_idx" ON "folder_group_grant"("org_id", "group_id");

-- CreateIndex
CREATE INDEX "audit_event_org_id_audit_event_id_idx" ON "audit_event"("org_id", "audit_event_id");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "folder_org_id_folder_id_key" ON "folder"("org_id", "folder_id");

-- CreateIndex
CREATE UNIQUE INDEX "credential_org_id_credential_id_key" ON "credential"("org_id", "credential_id");

-- CreateIndex
CREATE INDEX "template_org_id_credential_id_idx" ON "template"("org_id", "credential_id");

-- CreateIndex
CREATE UNIQUE INDEX "template_org_id_template_id_key" ON "template"("org_id", "template_id");

-- CreateIndex
CREATE UNIQUE INDEX "template_org_id_cloud_id_key" ON "template"("org_id", "cloud_id");

-- CreateIndex
CREATE UNIQUE INDEX "template_input_org_id_template_input_id_key" ON "template_input"("org_id", "template_input_id");

-- CreateIndex
CREATE UNIQUE INDEX "template_input_template_id_key_key" ON "template_input"("template_id", "key");

-- CreateIndex
CREATE INDEX "command_org_id_folder_id_idx" ON "command"("org_id", "folder_id");

-- CreateIndex
CREATE INDEX "command_org_id_created_by_user_id_idx" ON "command"("org_id", "created_by_user_id");

-- CreateIndex
CREATE INDEX "command_org_id_template_id_idx" ON "command"("org_id", "template_id");

-- CreateIndex
CREATE UNIQUE INDEX "command_org_id_command_id_key" ON "command"("org_id", "command_id");

-- CreateIndex
CREATE UNIQUE INDEX "command_input_org_id_input_id_key" ON "command_input"("org_id", "input_id");

-- CreateIndex
CREATE UNIQUE INDEX "command_input_command_id_template_input_id_key" ON "command_input"("command_id", "template_input_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "org_slug_org_id_idx" ON "org_slug"("org_id");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_group_org_id_group_id_key" ON "user_group"("org_id", "group_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_group_org_id_name_key" ON "user_group"("org_id", "name");

-- CreateIndex
CREATE INDEX "group_member_user_id_org_id_idx" ON "group_member"("user_id", "org_id");

-- CreateIndex
CREATE UNIQUE INDEX "run_group_org_id_run_group_id_key" ON "run_group"("org_id", "run_group_id");

-- CreateIndex
CREATE INDEX "run_org_id_created_at_idx" ON "run"("org_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "run_org_id_command_id_created_at_idx" ON "run"("org_id", "command_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "run_run_group_id_idx" ON "run"("run_group_id");

-- CreateIndex
CREATE UNIQUE INDEX "run_org_id_run_id_key" ON "run"("org_id", "run_id");

-- AddForeignKey
ALTER TABLE "command_user_grant" ADD CONSTRAINT "command_user_grant_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command_user_grant" ADD CONSTRAINT "command_user_grant_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command_group_grant" ADD CONSTRAINT "command_group_grant_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command_group_grant" ADD CONSTRAINT "command_group_grant_org_id_group_id_fkey" FOREIGN KEY ("org_id", "group_id") REFERENCES "user_group"("org_id", "group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folder_user_grant" ADD CONSTRAINT "folder_user_grant_org_id_folder_id_fkey" FOREIGN KEY ("org_id", "folder_id") REFERENCES "folder"("org_id", "folder_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folder_user_grant" ADD CONSTRAINT "folder_user_grant_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folder_group_grant" ADD CONSTRAINT "folder_group_grant_org_id_folder_id_fkey" FOREIGN KEY ("org_id", "folder_id") REFERENCES "folder"("org_id", "folder_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folder_group_grant" ADD CONSTRAINT "folder_group_grant_org_id_group_id_fkey" FOREIGN KEY ("org_id", "group_id") REFERENCES "user_group"("org_id", "group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folder" ADD CONSTRAINT "folder_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template" ADD CONSTRAINT "template_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template" ADD CONSTRAINT "template_org_id_credential_id_fkey" FOREIGN KEY ("org_id", "credential_id") REFERENCES "credential"("org_id", "credential_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_input" ADD CONSTRAINT "template_input_org_id_template_id_fkey" FOREIGN KEY ("org_id", "template_id") REFERENCES "template"("org_id", "template_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command" ADD CONSTRAINT "command_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command" ADD CONSTRAINT "command_org_id_template_id_fkey" FOREIGN KEY ("org_id", "template_id") REFERENCES "template"("org_id", "template_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command" ADD CONSTRAINT "command_org_id_folder_id_fkey" FOREIGN KEY ("org_id", "folder_id") REFERENCES "folder"("org_id", "folder_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "command" ADD CONSTRAINT "command_created_by_user_id_fkey" FOREIGN KEY ("created_by_user_id") REFERENCES "user"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command_input" ADD CONSTRAINT "command_input_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command_input" ADD CONSTRAINT "command_input_org_id_template_input_id_fkey" FOREIGN KEY ("org_id", "template_input_id") REFERENCES "template_input"("org_id", "template_input_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "org_slug" ADD CONSTRAINT "org_slug_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_member" ADD CONSTRAINT "group_member_org_id_group_id_fkey" FOREIGN KEY ("org_id", "group_id") REFERENCES "user_group"("org_id", "group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_member" ADD CONSTRAINT "group_member_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "membership"("org_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_group" ADD CONSTRAINT "run_group_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_group" ADD CONSTRAINT "run_group_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_group" ADD CONSTRAINT "run_group_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_org_id_template_id_fkey" FOREIGN KEY ("org_id", "template_id") REFERENCES "template"("org_id", "template_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_started_by_user_id_fkey" FOREIGN KEY ("started_by_user_id") REFERENCES "user"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_org_id_run_group_id_fkey" FOREIGN KEY ("org_id", "run_group_id") REFERENCES "run_group"("org_id", "run_group_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
