-- When an input is shown, required, or locked, and checks across the inputs of a command.

-- AlterTable
ALTER TABLE "command_input" ADD COLUMN "conditions" JSONB;

-- AlterTable
ALTER TABLE "command" ADD COLUMN "input_checks" JSONB NOT NULL DEFAULT '[]';
