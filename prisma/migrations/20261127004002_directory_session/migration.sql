-- What the directory gave a session, so that it can be asked whether the person may stay signed in.

-- CreateTable
CREATE TABLE "directory_session" (
    "token_hash" BYTEA NOT NULL,
    "sealed_cache" BYTEA NOT NULL,
    "renewed_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "directory_session_pkey" PRIMARY KEY ("token_hash")
);

-- AddForeignKey
ALTER TABLE "directory_session" ADD CONSTRAINT "directory_session_token_hash_fkey" FOREIGN KEY ("token_hash") REFERENCES "session"("token_hash") ON DELETE CASCADE ON UPDATE CASCADE;
