-- Which session of the provider a session of ours comes from, so that the provider's logout ends it, and the ID token that
-- names it to the provider, sealed.
ALTER TABLE "session" ADD COLUMN "provider_session" TEXT,
ADD COLUMN "sealed_id_token" BYTEA;

-- Logout tokens that were used, each once, until they would be refused anyway.
CREATE TABLE "used_logout_token" (
    "issuer" TEXT NOT NULL,
    "token_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_logout_token_pkey" PRIMARY KEY ("issuer", "token_id")
);
