-- Links are counted by who asks for them, so that nobody can use up those of somebody else.
alter table sign_in_link add column caller_hash bytea;
