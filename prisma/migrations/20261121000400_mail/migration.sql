-- CreateEnum
CREATE TYPE "mail_kind" AS ENUM ('invite', 'share', 'link', 'access_request');

-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('outbox', 'waiting', 'sending', 'sent', 'failed');

-- CreateTable
CREATE TABLE "mail_message" (
    "mail_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "kind" "mail_kind" NOT NULL,
    "sent_by_user_id" TEXT NOT NULL,
    "to_user_id" TEXT NOT NULL,
    "to_address" TEXT NOT NULL,
    "to_name" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sealed_content" BYTEA,
    "state" "mail_state" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "worker_id" TEXT,

    CONSTRAINT "mail_message_pkey" PRIMARY KEY ("mail_id")
);

-- CreateTable
CREATE TABLE "join_token" (
    "org_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "invited_by_user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "join_token_pkey" PRIMARY KEY ("org_id","user_id")
);

-- CreateTable
CREATE TABLE "access_request" (
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "requester_user_id" TEXT NOT NULL,
    "engineer_user_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_request_pkey" PRIMARY KEY ("org_id","command_id","requester_user_id","engineer_user_id")
);

-- CreateIndex
CREATE INDEX "mail_message_org_id_mail_id_idx" ON "mail_message"("org_id", "mail_id");

-- CreateIndex
CREATE INDEX "mail_message_sent_by_user_id_created_at_idx" ON "mail_message"("sent_by_user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "join_token_token_hash_key" ON "join_token"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "access_request_token_hash_key" ON "access_request"("token_hash");

-- AddForeignKey
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_sent_by_user_id_fkey" FOREIGN KEY ("sent_by_user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_to_user_id_fkey" FOREIGN KEY ("to_user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "join_token" ADD CONSTRAINT "join_token_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "membership"("org_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "join_token" ADD CONSTRAINT "join_token_invited_by_user_id_fkey" FOREIGN KEY ("invited_by_user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_requester_user_id_fkey" FOREIGN KEY ("requester_user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_engineer_user_id_fkey" FOREIGN KEY ("engineer_user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Only what was sent needs its content no more.
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_content_until_sent"
  CHECK (state = 'sent' OR sealed_content IS NOT NULL);

-- What the worker looks for again: nearly every message was sent long ago.
CREATE INDEX "mail_message_unsent" ON "mail_message" (due_at) WHERE state IN ('waiting', 'sending');

-- An address is one person's, however it is written; people are looked up by it.
CREATE UNIQUE INDEX "user_email_lower" ON "user" (lower(email));
