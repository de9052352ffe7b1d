-- A link to sign in with, for single use: emailed on request, or made by the operator.
CREATE TABLE "sign_in_link" (
    "link_id" SERIAL NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "user_id" TEXT,
    "browser_hash" BYTEA,
    "sealed_token" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_link_pkey" PRIMARY KEY ("link_id"),
    -- An emailed link works only in the browser that asked; the operator's link names its person.
    CONSTRAINT "sign_in_link_for_whom" CHECK (("user_id" IS NULL) <> ("browser_hash" IS NULL))
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_link_token_hash_key" ON "sign_in_link"("token_hash");

-- CreateIndex
CREATE INDEX "sign_in_link_email_created_at_idx" ON "sign_in_link"("email", "created_at");

-- AddForeignKey
ALTER TABLE "sign_in_link" ADD CONSTRAINT "sign_in_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
