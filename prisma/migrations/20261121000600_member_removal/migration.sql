-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "state_before_removal" "membership_state";
