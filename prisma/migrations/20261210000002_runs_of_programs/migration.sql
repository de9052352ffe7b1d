-- AlterEnum
ALTER TYPE "run_trigger" ADD VALUE 'mcp' AFTER 'api';
