-- What groups it at its source: the first tag of an operation, the folders of a request.
alter table static_command add column folder text;
