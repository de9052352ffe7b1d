import { readFile } from 'node:fs/promises';
import os from 'node:os';
import statement from 'sql-template-tag';
import { commit } from '@/lib/base/build';
import { column, query } from '@/server/base/database/statements';
import { unlessDatabaseIsAway } from './database-away';
import { bytes, deservesALook, fact, isWell, type ServerChecker } from './server-finding';

/** What runs here, and on what. Most of it is also known while the database is down. */
export const checkVersions: ServerChecker = async () => {
  const { version }: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
  const row = await unlessDatabaseIsAway(readDatabaseVersions()).catch(() => undefined);
  const { rss, heapUsed } = process.memoryUsage();
  const more = {
    facts: [
      fact('Pushboard', version),
      fact('Commit', commit.hash ?? 'unknown'),
      fact('Branch or tag', commit.ref ?? 'unknown'),
      fact('Node.js', process.versions.node),
      fact('PostgreSQL', row?.server ?? 'unknown'),
      fact('Its encoding', row?.encoding ?? 'unknown'),
      fact('Its extensions', row === undefined ? 'unknown' : row.extensions.join(', ') || 'none'),
      fact('System', `${os.platform()} ${os.release()}, ${os.arch()}`),
      fact('Processors', os.availableParallelism()),
      fact('Memory of the machine', `${bytes(os.freemem())} free of ${bytes(os.totalmem())}`),
      fact('Memory of this process', `${bytes(rss)}, ${bytes(heapUsed)} of it in use by objects`),
    ],
  };
  const here = `Pushboard ${version} on Node.js ${process.versions.node}`;
  if (row === undefined) return deservesALook(`${here}. The database did not say its version.`, more);
  return isWell(`${here} and PostgreSQL ${row.server}.`, more);
};

async function readDatabaseVersions() {
  const [row] = await query(
    { server: column.text, encoding: column.text, extensions: column.texts },
    statement`select current_setting('server_version') as server, current_setting('server_encoding') as encoding,
      array(select extname || ' ' || extversion from pg_extension order by 1) as extensions`,
  );
  return row;
}
