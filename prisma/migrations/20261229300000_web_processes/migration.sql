-- CreateTable
CREATE TABLE "web_process" (
    "web_process_id" TEXT NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "web_process_pkey" PRIMARY KEY ("web_process_id")
);

-- CreateTable
CREATE TABLE "sign_in_allowance" (
    "address" TEXT NOT NULL,
    "full_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_allowance_pkey" PRIMARY KEY ("address")
);
