import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { postgresConnectionSchema } from './connection';
import { toConnectorError } from './errors';

const connection = postgresConnectionSchema.parse({
  host: 'db.example.com',
  databaseName: 'shop',
  username: 'zoe',
});

const refusal = (message: string) =>
  toConnectorError(
    Object.assign(new DatabaseError(message, message.length, 'error'), { code: '28000' }),
    connection,
  ).message;

test('advice about pg_hba.conf is given only where that file refuses', () => {
  expect(refusal('no pg_hba.conf entry for host "10.0.0.1", user "zoe", no encryption')).toMatch(
    /ask for a matching line in pg_hba\.conf\. /,
  );
  expect(refusal('role "zoe" is not permitted to log in')).toMatch(
    /^The server doesn't let "zoe" sign in\. Check the username\. \(role "zoe" is not permitted to log in\)$/,
  );
});
