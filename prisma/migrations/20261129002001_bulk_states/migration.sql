-- A bulk run is in line as a parent, which holds no place, and its rows can be held back. A new value of an enum can be
-- used only after the transaction that adds it.

-- AlterEnum
ALTER TYPE "open_run_state" ADD VALUE 'held';
ALTER TYPE "open_run_state" ADD VALUE 'parent';
