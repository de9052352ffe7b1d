import pg from 'pg';
import { expect, it } from 'vitest';
import { warnOf } from '@/server/base/database/database-down';
import { noteAnswer } from '@/server/base/database/outage-log';
import { keepLog } from '../../support/things/log-lines';

it('says once that the database is down, whatever waits for it, and once that it answers', async () => {
  const lines = keepLog();
  const down = await new pg.Client('postgres://app@127.0.0.1:1/any').connect().catch((error) => error);
  warnOf(down, 'Runs could not be counted');
  warnOf(down, 'Mail could not be sent');
  warnOf(new Error('It is full'), 'A file could not be written', { file: 'a.csv' });
  noteAnswer();
  noteAnswer();
  warnOf(down, 'Runs could not be counted');
  expect(lines).toMatchObject([
    { msg: 'Waiting for the database', err: { code: 'ECONNREFUSED' } },
    { msg: 'A file could not be written', err: { message: 'It is full' }, file: 'a.csv' },
    { msg: 'The database answers again' },
    { msg: 'Waiting for the database' },
  ]);
});
