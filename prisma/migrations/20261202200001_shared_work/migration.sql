-- Rows of a bulk run may share their work elsewhere, which is stopped with the last of them.
alter table open_run add column shared_as text;
create index open_run_shared_as_idx on open_run (org_id, shared_as) where shared_as is not null;
