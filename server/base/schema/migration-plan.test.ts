import { describe, expect, it } from 'vitest';
import { effectsOf } from './migration-effects';
import { readMigrations } from './migration-files';
import { planMigrations } from './migration-plan';
import { statementsIn } from './sql-statements';

const effectOf = (sql: string) => {
  const { effects, unread } = effectsOf(sql);
  return unread.length > 0 ? unread : effects;
};

describe('the statements of a migration', () => {
  it('end with semicolons that stand in no text, name, comment, or body', () => {
    const sql = `-- a; comment
      insert into a values ('x;''y', "z;"); /* b; */ create function f() returns int language sql as $x$ select 1; $x$;
      update a set b = 1`;
    expect(statementsIn(sql)).toEqual([
      `insert into a values ('x;''y', "z;")`,
      'create function f() returns int language sql as $x$ select 1; $x$',
      'update a set b = 1',
    ]);
  });
});

describe('what a statement does to a table', () => {
  it.each([
    ['ALTER TABLE "run" ADD COLUMN "a" TEXT', 'nothing', 'none'],
    [`ALTER TABLE "run" ADD COLUMN "a" INTEGER NOT NULL DEFAULT 0`, 'nothing', 'none'],
    ['ALTER TABLE run ADD COLUMN a uuid DEFAULT gen_random_uuid()', 'nothing', 'rewrite'],
    ['ALTER TABLE run ALTER COLUMN run_id SET DATA TYPE BIGINT', 'nothing', 'rewrite'],
    ['ALTER TABLE run ALTER COLUMN a SET NOT NULL', 'nothing', 'scan'],
    ['ALTER TABLE run ALTER COLUMN a DROP DEFAULT', 'nothing', 'none'],
    ['ALTER TABLE run ADD CONSTRAINT c CHECK (a > 0)', 'nothing', 'scan'],
    ['ALTER TABLE run ADD CONSTRAINT c CHECK (a > 0) NOT VALID', 'reading', 'none'],
    ['ALTER TABLE "run" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "b"("c")', 'reading', 'scan'],
    ['ALTER TABLE run VALIDATE CONSTRAINT c', 'everything', 'scan'],
    ['CREATE UNIQUE INDEX "i" ON "run"("a")', 'reading', 'index'],
    ['CREATE INDEX i ON public.run using gin (a)', 'reading', 'index'],
    [
      'CREATE TRIGGER t AFTER INSERT OR UPDATE OF a ON run FOR EACH ROW EXECUTE FUNCTION f()',
      'reading',
      'none',
    ],
    ['UPDATE run SET a = 1', 'everything', 'rows'],
    ['WITH b AS (SELECT 1) UPDATE run SET a = 1', 'everything', 'rows'],
    ['DROP TABLE "run"', 'nothing', 'none'],
  ])('%s', (sql, leaves, work) => {
    expect(effectOf(sql)).toEqual([{ table: 'run', leaves, work }]);
  });

  it('is told for each of its actions', () => {
    const sql = 'ALTER TABLE run ADD COLUMN a numeric(3, 1), ALTER COLUMN b SET NOT NULL';
    expect(effectOf(sql)).toEqual([
      { table: 'run', leaves: 'nothing', work: 'none' },
      { table: 'run', leaves: 'nothing', work: 'scan' },
    ]);
  });

  it('is nothing where the same migration creates the table', () => {
    expect(effectsOf('CREATE TABLE a (b int); CREATE INDEX i ON a(b); INSERT INTO a VALUES (1)')).toEqual({
      created: ['a'],
      effects: [],
      unread: [],
    });
  });

  it('is left to the reader where it can be anything', () => {
    expect(effectOf('DO $$ begin execute 1; end $$')).toEqual(['DO $$ begin execute 1; end $$']);
  });
});

describe('a plan', () => {
  const sizes = new Map([['run', { rows: 1_000_000, tableBytes: 400, indexBytes: 200 }]]);
  const planOf = (sql: string) => planMigrations([{ name: 'x', sql }], sizes)[0];

  it('needs room for a second copy of a table that is rewritten, and for its indexes', () => {
    expect(planOf('ALTER TABLE run ALTER COLUMN a TYPE bigint')).toMatchObject({
      freeBytes: 600,
      tables: [{ table: 'run', leaves: 'nothing', works: ['rewrite'] }],
    });
  });

  it('names the strongest lock of a migration, which holds to its end', () => {
    const sql = 'UPDATE run SET a = 1; CREATE INDEX i ON run(a); ALTER TABLE run ADD COLUMN b int';
    expect(planOf(sql)).toMatchObject({ tables: [{ leaves: 'nothing', works: ['rows', 'index'] }] });
  });

  it('tells about every migration so far, but for those that decide as they run', () => {
    const unread = readMigrations().filter(({ sql }) => effectsOf(sql).unread.length > 0);
    expect(unread.length).toBeLessThan(3);
  });
});
