-- A value of its own migration: a new value can't be used in the transaction that adds it.
ALTER TYPE "run_trigger" ADD VALUE 'undo';
