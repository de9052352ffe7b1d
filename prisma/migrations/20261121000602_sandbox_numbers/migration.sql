-- Sandboxes go by their number; sandbox-1 is the one that demo mode starts with.
CREATE SEQUENCE sandbox_number START 2;
