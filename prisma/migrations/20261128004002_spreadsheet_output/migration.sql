-- What was masked and shown when a spreadsheet was made; another one is made after that changes.
ALTER TABLE "run_spreadsheet" ADD COLUMN "output_key" TEXT;
