import { expect, it } from 'vitest';
import { readMigrations } from '@/server/base/schema/migration-files';
import { actionsIn, statementsIn } from '@/server/base/schema/sql-statements';
import { versionBefore } from './version-before';

/**
 * Migrations that take something away, and why the version before doesn't need it. CONTRIBUTING.md has the steps.
 */
const contracts: Readonly<Record<string, string>> = {};

/** What breaks a process of the version before: whole statements, and actions of `alter table`. */
const STATEMENTS: readonly [RegExp, string][] = [
  [/^drop (?:table|view|function|type|sequence)\b/i, 'drops what may be in use'],
  [/^alter (?:type|view|sequence|function) .* rename\b/i, 'renames what may be in use'],
];
const ACTIONS: readonly [RegExp, string][] = [
  [/^rename\b/i, 'renames what may be in use'],
  [/^drop (?!constraint\b)/i, 'drops a column'],
  [/^alter (?:column )?\S+ (?:set data )?type\b/i, 'changes a type'],
  [/^alter (?:column )?\S+ set not null/i, 'demands a value that older code may not write'],
  [
    /^add (?:column )?(?!constraint\b)(?!.*\b(?:default|generated)\b).*\bnot null\b/i,
    'demands a value that older code does not write',
  ],
];

/** Returns what a migration does that the version before can't bear. */
function broken(sql: string): string[] {
  const statements = statementsIn(sql).map((text) => text.replaceAll(/\s+/g, ' '));
  const made = new Set(statements.flatMap((each) => /^create table "?(\w+)/i.exec(each)?.[1] ?? []));
  const whyIn = (text: string, breaks: typeof ACTIONS): string[] =>
    breaks.filter(([each]) => each.test(text)).map(([, why]) => `${why}: ${text}`);
  return statements.flatMap((statement) => {
    const [head, table = ''] = /^alter table (?:if exists )?(?:only )?"?(\w+)"? /i.exec(statement) ?? [];
    if (head === undefined) return whyIn(statement, STATEMENTS);
    if (made.has(table)) return [];
    return actionsIn(statement.slice(head.length)).flatMap((action) => whyIn(action, ACTIONS));
  });
}

it('a migration leaves the version before working, or says why it may not', () => {
  const found = readMigrations()
    .filter(({ name }) => name >= versionBefore.nextMigration && contracts[name] === undefined)
    .flatMap(({ name, sql }) => broken(sql).map((why) => `${name} ${why}`));
  expect(found).toEqual([]);
});

it.each([
  ['ALTER TABLE "run" DROP COLUMN "a"', 1],
  ['ALTER TABLE run DROP a', 1],
  ['ALTER TABLE run RENAME COLUMN a TO b', 1],
  ['ALTER TABLE run ALTER COLUMN a SET DATA TYPE BIGINT', 1],
  ['ALTER TABLE run ADD COLUMN a TEXT NOT NULL', 1],
  ['ALTER TABLE run ADD COLUMN a TEXT NOT NULL DEFAULT 1, ADD COLUMN b TEXT', 0],
  ['ALTER TABLE run DROP CONSTRAINT a, ALTER COLUMN b DROP NOT NULL', 0],
  ['CREATE TABLE a (b int); ALTER TABLE a ALTER COLUMN b SET NOT NULL', 0],
  ['DROP TABLE "a"', 1],
  ['DROP INDEX "a"', 0],
])('%s breaks the version before in %i ways', (sql, count) => {
  expect(broken(sql)).toHaveLength(count);
});
