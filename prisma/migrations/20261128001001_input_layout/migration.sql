-- How an input is placed in its form, and the control that an engineer chose for it.
ALTER TABLE "command_input"
  ADD COLUMN "component_kind" TEXT,
  ADD COLUMN "group_header" TEXT,
  ADD COLUMN "col_span" INTEGER,
  ADD COLUMN "component_width" INTEGER,
  ADD COLUMN "line_break" BOOLEAN NOT NULL DEFAULT false;
