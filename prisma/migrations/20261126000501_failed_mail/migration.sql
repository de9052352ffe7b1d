-- How many messages failed lately is asked every few seconds, and must not read the sent ones.
CREATE INDEX mail_message_failed ON mail_message (created_at) WHERE state = 'failed';
