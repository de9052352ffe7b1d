import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { countByKey } from '@/scripts/operator/keys/reseal';
import { keyStatus, rotateKeys } from '@/scripts/operator/keys/rotate';
import { type SealedColumn, sealedColumns } from '@/scripts/operator/keys/sealed-columns';
import { pool, sql } from '@/server/base/database/db';
import { registerKeyRing } from '@/server/base/installation/canaries';
import { forgetProcessWide } from '@/server/base/process-wide';
import { open, type SealingKey, seal } from '@/server/base/secrets/seal';
import { asSuperuser, withApp } from '../../support/app/app';

const key = (id: string): SealingKey => ({ id, key: randomBytes(32) });
const older = key('k1');
const newer = key('k2');
const ringText = (...ring: SealingKey[]) =>
  ring.map((each) => `${each.id}:${each.key.toString('base64')}`).join(',');

/** Bytes that are hashes or no secrets. */
const NOT_SEALED = /\.(\w*hash|fingerprint|digest|row_marks|content)$/;

withApp({ ENCRYPTION_KEYS: ringText(older) });

async function useRing(...ring: SealingKey[]): Promise<void> {
  await pool().end();
  forgetProcessWide();
  process.env.ENCRYPTION_KEYS = ringText(...ring);
}

async function rotate(stop = new AbortController().signal) {
  const said: string[] = [];
  const { lines, isDone } = await rotateKeys((line) => said.push(line), stop);
  return { said: [...said, ...lines].join('\n'), isDone };
}

/** A literal for each type of a column that must have a value. */
const LITERALS: Readonly<Record<string, string>> = {
  integer: '1',
  bigint: '1',
  boolean: 'false',
  text: `'x'`,
  bytea: `'\\x01'`,
  jsonb: `'{}'`,
  ARRAY: `'{}'`,
  'timestamp with time zone': 'now()',
};

/**
 * Inserts a row of which only some columns matter; the rows that it hangs on don't exist.
 * @param many how many of them, whose key counts from one
 */
async function insertRow(
  table: string,
  given: Readonly<Record<string, string | number | Buffer>>,
  many: { key: string; times: number } | null = null,
) {
  const columns = await sql.query<{ name: string; type: string; label: string | null }>(
    `select c.column_name as name, c.data_type as type, (select min(e.enumlabel) from pg_enum e
       where e.enumtypid = to_regtype(quote_ident(c.udt_name))) as label
     from information_schema.columns c where c.table_schema = 'public' and c.table_name = $1
       and c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO'`,
    [table],
  );
  const literals = new Map(
    columns.map(({ name, type, label }) => [name, label === null ? (LITERALS[type] ?? type) : `'${label}'`]),
  );
  for (const [name, value] of Object.entries(given))
    literals.set(name, Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'` : `'${value}'`);
  if (many !== null) literals.set(many.key, 'place');
  await asSuperuser(`set session_replication_role = replica;
    insert into ${table} (${[...literals.keys()].join()}) select ${[...literals.values()].join()}
    from generate_series(1, ${many?.times ?? 1}) place`);
}

const openRun = { status: 'starting' };
const endedRun = { status: 'success', ended_at: 'now' };

/** The values of the columns that a purpose is made of, and what is sealed for it. */
const NEEDED = new Map<string, string | number>([
  ['org_id', 'org'],
  ['public_id', 'public'],
  ['identity', 'identity'],
  ['key_id', 'receipt'],
]);

function sealedRow({ purpose: [needs, from], column, joined }: SealedColumn, ring: SealingKey[]) {
  const values = needs.map((name) => NEEDED.get(name) ?? 7);
  const purpose = (from as (...values: unknown[]) => string)(...values);
  const own = needs.flatMap((name, place) =>
    joined?.columns[name] === undefined ? [[name, values[place]]] : [],
  );
  return { ...Object.fromEntries(own), [column]: seal(`secret of ${purpose}`, purpose, ring) };
}

beforeAll(async () => {
  // These tests make rows that hold only sealed values, which other constraints would refuse.
  await asSuperuser(`do $$ declare each record; begin
    for each in select conrelid::regclass as relation, conname from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conparentid = 0 and coninhcount = 0
    loop execute format('alter table %s drop constraint %I', each.relation, each.conname); end loop; end $$`);
  await registerKeyRing(async () => true);
  for (const table of new Set(sealedColumns.map((sealed) => sealed.table))) {
    if (table === 'run') continue;
    const columns = sealedColumns.filter((sealed) => sealed.table === table);
    await insertRow(table, Object.assign({}, ...columns.map((sealed) => sealedRow(sealed, [older]))));
  }
  await insertRow('run_definition', { org_id: 'org', definition_id: 5, content: '{"credentialId": 7}' });
  const run = { ...sealedRow(columnOf('run'), [older]), org_id: 'org', definition_id: 5 };
  await insertRow('run', { ...run, ...endedRun }, { key: 'run_id', times: 205 });
  await insertRow('run', { run_id: 900, ...run, ...openRun });
});

const nothingToDo = (id: string) =>
  `Nothing to do: everything is sealed with ${id}, the first key. Put a new key first to change keys.`;

describe('rotating the keys', () => {
  it('knows every column of the schema that is sealed', async () => {
    const columns = await sql.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.atttypid = 'bytea'::regtype and not a.attisdropped`,
      [],
    );
    const names = columns.map(({ name }) => name).filter((name) => !NOT_SEALED.test(name));
    const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(names.sort()).toEqual([...known, 'key_canary.sealed'].sort());
  });

  it('says that there is nothing to do with one key', async () => {
    expect(await rotate()).toEqual({ said: expect.stringContaining(nothingToDo('k1')), isDone: true });
  });

  it('says that the audit log needs the only key, so that nobody removes it without a rotation', async () => {
    await asSuperuser(`set session_replication_role = replica;
      insert into audit_chain (last_event_id, after_event_id, row_count, key_id, hash, row_marks)
        values (7, 0, 7, 'k1', '\\x01', '\\x01')`);
    expect((await keyStatus()).lines).toContain(
      'audit log: 7 rows chained with k1; call npm run keys -- rotate with a new key before you remove it',
    );
    await asSuperuser('set session_replication_role = replica; delete from audit_chain');
  });

  it('refuses a key that no process has started with', async () => {
    await useRing(newer, older);
    await expect(rotate()).rejects.toThrow('No process of Pushboard has started with the key k2 yet');
    // A rotation may read the file before any process has started with it, so it must not register the keys.
    await useRing(older, newer);
    await rotate();
    await useRing(newer, older);
    await expect(rotate()).rejects.toThrow('No process of Pushboard has started with the key k2 yet');
    expect(await countByKey(columnOf('credential'))).toEqual(new Map([['k1', 1]]));
  });

  it('refuses another key under an id that the database knows', async () => {
    await useRing(newer, older);
    await registerKeyRing(async () => true);
    await useRing(newer, key('k1'));
    await expect(rotate()).rejects.toThrow('The key k1 in ENCRYPTION_KEYS is not the key k1');
  });

  it('stops when asked, and keeps what is done', async () => {
    await useRing(newer, older);
    const stop = new AbortController();
    stop.abort();
    const { said, isDone } = await rotate(stop.signal);
    expect({ said, isDone }).toEqual({
      said: 'Stopped. Call it again to go on: what is done stays done.',
      isDone: false,
    });
    expect(await countByKey(columnOf('credential'))).toEqual(new Map([['k2', 1]]));
    expect(await countByKey(columnOf('template'))).toEqual(new Map([['k1', 1]]));
  });

  it('seals every column again for the same purpose, and leaves runs in progress as they were approved', async () => {
    const { said, isDone } = await rotate();
    expect(isDone).toBe(false);
    expect(said).toContain('values of runs: 205 sealed with k2');
    expect(said).toContain('1 values are sealed with the key k1.');
    for (const sealed of sealedColumns) {
      const [needs, from] = sealed.purpose;
      const purpose = (from as (...values: unknown[]) => string)(
        ...needs.map((name) => NEEDED.get(name) ?? 7),
      );
      const rows = await sql.query<{ value: Buffer }>(
        `select ${sealed.column} as value from ${sealed.table} t where ${sealed.onlyWhere ?? 'true'}`,
        [],
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { value } of rows) expect(open(value, purpose, [newer])).toBe(`secret of ${purpose}`);
    }
  });

  it('says when the old key can go, and what still needs it', async () => {
    await asSuperuser(`set session_replication_role = replica;
      update run set status = 'success', ended_at = now() where run_id = 900;
      insert into audit_chain (last_event_id, after_event_id, row_count, key_id, hash, row_marks)
        values (12, 0, 12, 'k1', '\\x01', '\\x01')`);
    const before = await keyStatus();
    expect(before.isDone).toBe(false);
    expect(before.lines.join('\n')).toContain(
      '12 rows of the audit log are chained with the key k1: npm run keys',
    );
    const { said, isDone } = await rotate();
    expect(isDone).toBe(true);
    expect(said).toContain('Nothing in the database is sealed with the key k1 anymore.');
    expect(said).not.toContain('Nothing to do');
    expect(said).toContain('Keep a copy of it for as long as you keep a backup');
    expect(said).not.toContain('of the audit log');
    expect(await countByKey(columnOf('audit_chain_key'))).toEqual(new Map([['k2', 2]]));
    expect((await keyStatus()).lines).toContain('values of runs: 206 with k2');
    expect(await rotate()).toEqual({ said: expect.stringContaining(nothingToDo('k2')), isDone: true });
  });

  it('leaves a value whose key is missing, and names the key', async () => {
    const gone = sealedRow(columnOf('mail_message'), [key('k0')]);
    await insertRow('mail_message', { ...gone, mail_id: 8 });
    const { said, isDone } = await rotate();
    expect(isDone).toBe(false);
    expect(said).toContain('1 values are sealed with the key k0, which is not in ENCRYPTION_KEYS.');
    expect(said).toContain('messages: No key "k0" in ENCRYPTION_KEYS');
  });
});

function columnOf(table: string): SealedColumn {
  const [found] = sealedColumns.filter((sealed) => sealed.table === table);
  if (found === undefined) throw new Error(`${table} has no sealed column`);
  return found;
}
