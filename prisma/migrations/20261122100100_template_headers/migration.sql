-- The HTTP headers that engineers give a command: their names in the clear, their values sealed.
ALTER TABLE "template"
  ADD COLUMN "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "sealed_headers" BYTEA;
