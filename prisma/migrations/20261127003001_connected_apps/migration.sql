-- CreateTable
CREATE TABLE "oauth_client" (
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("client_id")
);

-- CreateTable
CREATE TABLE "oauth_code" (
    "code_hash" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "scope" JSONB NOT NULL,
    "allows_unasked" BOOLEAN NOT NULL,
    "audience" TEXT NOT NULL,
    "issuer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "token_id" TEXT,

    CONSTRAINT "oauth_code_pkey" PRIMARY KEY ("code_hash")
);

-- CreateTable
CREATE TABLE "oauth_grant" (
    "token_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "family_hash" BYTEA NOT NULL,
    "refresh_hash" BYTEA NOT NULL,
    "refresh_expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_grant_pkey" PRIMARY KEY ("token_id")
);

-- CreateIndex
CREATE INDEX "oauth_client_created_at_idx" ON "oauth_client"("created_at");

-- CreateIndex
CREATE INDEX "oauth_code_user_id_idx" ON "oauth_code"("user_id");

-- CreateIndex
CREATE INDEX "oauth_code_expires_at_idx" ON "oauth_code"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_grant_family_hash_key" ON "oauth_grant"("family_hash");

-- AddForeignKey
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "access_token"("token_id") ON DELETE CASCADE ON UPDATE CASCADE;
