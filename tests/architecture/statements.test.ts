import { describe, expect, it } from 'vitest';
import { filesIn, textOf } from './source-files';

/** A call that passes SQL to the driver or to Prisma as text. */
const RAW_CALL = /\.query(<|\()|\$(query|execute)Raw/;

/** Where statements run as text, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'server/base/database/db.ts': 'hands statements to the driver',
  'server/base/database/statements.ts': 'checks the rows of everybody else',
  'server/base/schema/apply-migrations.ts': 'runs migrations, which are files, on a connection of its own',
  'server/base/schema/await-schema.ts': 'asks before there may be a schema, on a connection of its own',
  'server/base/schema/migration-plan.ts': 'reads sizes before there is a pool, on a connection of its own',
  'server/base/schema/wide-ids.ts': 'changes tables within the connection that migrates',
  'server/base/schema/widen-installation.ts':
    'counts connections before it changes tables, on a connection of its own',
  'server/base/schema/one-at-a-time.ts': 'holds a lock on a connection of its own',
  'server/base/schema/pooled-address.ts': 'asks before anything is migrated, in sessions of its own',
  'server/base/schema/same-database.ts': 'compares two databases before anything is migrated',
  'server/base/installation/refuse-demo.ts': 'asks before anything is migrated, on a connection of its own',
  'server/base/database/replica.ts':
    'compares two servers, one of which is not the database that statements go to',
  'server/base/database/several-hosts.ts': 'asks hosts before there is a pool',
  'server/base/schema/app-role.ts': 'hands over and grants within the connection that migrates',
  'server/base/events/listen-on.ts': 'listens on a connection of its own',
  'jobs/worker-listener.ts': 'asks whether that connection is still there',
  'server/connectors/postgres/': "runs statements on people's own databases",
};

const isExcepted = (file: string) => Object.keys(exceptions).some((path) => file.startsWith(path));

const rawFiles = filesIn(['server', 'jobs'], ['.ts'])
  .filter((file) => !file.endsWith('.test.ts'))
  .filter((file) => RAW_CALL.test(textOf(file)));

describe('statements', () => {
  it('declare the shape of their rows, unless a reason is given', () => {
    expect(rawFiles.filter((file) => !isExcepted(file))).toEqual([]);
  });

  it('run as text in every place that is excepted', () => {
    const unused = Object.keys(exceptions).filter((path) => !rawFiles.some((file) => file.startsWith(path)));
    expect(unused).toEqual([]);
  });
});
