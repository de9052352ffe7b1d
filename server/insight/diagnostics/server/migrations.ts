import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { column, query } from '@/server/base/database/statements';
import { readMigrations } from '@/server/base/schema/migration-files';
import { fact, isBroken, isWell, type ServerChecker } from './server-finding';

/** Whether the schema is that of this version. */
export const checkMigrations: ServerChecker = async () => {
  const rows = await query(
    { name: column.text, finished_at: column.time.nullable() },
    statement`select migration_name as name, finished_at from _prisma_migrations
      where rolled_back_at is null order by migration_name`,
  );
  const known = readMigrations().map(({ name }) => name);
  const applied = new Set(rows.flatMap(({ name, finished_at }) => (finished_at === null ? [] : name)));
  const pending = known.filter((name) => !applied.has(name));
  const foreign = [...applied].filter((name) => !known.includes(name));
  const last = rows.filter(({ finished_at }) => finished_at !== null).at(-1);
  const differences = [
    ...pending.map((name) => [name, 'pending']),
    ...foreign.map((name) => [name, 'of another version']),
  ];
  const more = {
    facts: [
      fact('Applied', applied.size),
      fact('Of this version', known.length),
      fact('Last', last?.name ?? 'none'),
      fact('Applied at', last?.finished_at?.toISOString() ?? 'never'),
    ],
    tables: [{ title: 'Differences', columns: ['Migration', 'State'], rows: differences }],
  };
  if (pending.length > 0) {
    return isBroken(
      `${counted(pending.length, 'migration')} not applied. Restart Pushboard to apply them.`,
      more,
    );
  }
  if (foreign.length > 0) {
    return isBroken(
      'A newer version has migrated the database. Update this one, or restore the backup.',
      more,
    );
  }
  return isWell(`All ${known.length} migrations are applied.`, more);
};
