-- What is to be known about a description, [{"where", "message"}]. Those that were uploaded before have none.
alter table static_command_source add column notes jsonb not null default '[]';
