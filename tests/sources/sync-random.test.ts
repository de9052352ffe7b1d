import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql } from '@/server/base/database/db';
import { readTemplates } from '@/server/commands/template/stored-template';
import { unsafeOpenCredential } from '@/server/connections/open-credential';
import { withApp } from '@/tests/support/app/app';
import { withSource } from '@/tests/support/app/source';
import { createOrganizations, ORG_A } from '@/tests/support/things/organizations';
import { syncOf } from '@/tests/support/things/sync';

withApp();
const source = withSource('create schema shop', createOrganizations);
const { look, syncAll } = syncOf(source);

interface Argument {
  name: string;
  type: string;
  fallback: string | null;
}

/** A routine's state at the source; null if it is dropped. */
type Routine = { args: Argument[]; returns: string; comment: string | null } | null;

const types = ['integer', 'bigint', 'text', 'date', 'boolean', 'numeric', 'shop.mood', 'integer[]'];
const fallbacks: Record<string, string[]> = {
  integer: ['1', '2'],
  text: ["'x'", "'y'"],
  date: ['now()', "'2026-01-01'"],
  boolean: ['true', 'false'],
  'shop.mood': ["'good'", "'bad'"],
};

const argument = fc
  .record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), type: fc.constantFrom(...types), at: fc.nat(2) })
  .map(({ name, type, at }): Argument => ({ name, type, fallback: fallbacks[type]?.[at] ?? null }));

const routine: fc.Arbitrary<Routine> = fc.option(
  fc.record({
    args: fc.uniqueArray(argument, { maxLength: 5, selector: ({ name }) => name }).map(defaultsLast),
    returns: fc.constantFrom('integer', 'table (n integer)', 'void'),
    comment: fc.constantFrom(null, 'One', 'Two'),
  }),
  { freq: 4 },
);

/** Only defaults may follow a default. */
function defaultsLast(args: Argument[]): Argument[] {
  return [...args].sort((a, b) => Number(a.fallback !== null) - Number(b.fallback !== null));
}

const NAMES = ['one', 'two', 'three'];
const state = fc.tuple(...NAMES.map(() => routine));

/** The settings that a person may change, by the key of the input. */
const settings = fc.record({ label: fc.string({ minLength: 1, maxLength: 5 }), hidden: fc.boolean() });

async function bring(routines: readonly Routine[]): Promise<void> {
  const statements = routines.map((each, index) => {
    const name = `shop.${NAMES[index]}`;
    if (each === null) return '';
    const args = each.args.map(({ name: key, type, fallback }) =>
      fallback === null ? `${key} ${type}` : `${key} ${type} default ${fallback}`,
    );
    const body = each.returns === 'void' ? '' : 'select 1';
    const comment = each.comment === null ? 'null' : `'${each.comment}'`;
    return `create function ${name}(${args.join(', ')}) returns ${each.returns} language sql as '${body}';
      comment on function ${name} is ${comment};`;
  });
  await source.query(`do $$ declare r record; begin
      for r in select p.oid::regprocedure as id from pg_proc p where p.pronamespace = 'shop'::regnamespace loop
        execute 'drop function ' || r.id; end loop; end $$;
    ${statements.join('\n')}`);
}

interface Kept {
  command_id: number;
  key: string;
  display_name: string;
  hidden: boolean;
}

const readKept = () =>
  sql.query<Kept>(
    `select i.command_id, ti.key, i.display_name, i.hidden from command_input i
     join template_input ti on ti.template_input_id = i.template_input_id
     where i.display_name is not null order by i.command_id, ti.key`,
  );

test('after any changes, a sync updates the templates to the source’s state, and keeps the settings', async () => {
  await source.query(`create type shop.mood as enum ('good', 'bad')`);
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 4 }), settings, async (states, own) => {
      for (const routines of states) {
        const before = await readKept();
        await bring(routines);
        expect(await syncAll()).toEqual([]);
        const { added, modified, deleted, undeleted, error } = await look();
        expect([added, modified, deleted, undeleted, error]).toEqual([[], [], [], [], []]);
        await expectAsDescribed();
        await expectSettingsKept(before);
        await sql.query(
          `update command_input set display_name = $1, hidden = $2 where display_name is null and input_id % 2 = 0`,
          [own.label, own.hidden],
        );
      }
    }),
    { numRuns: 10 },
  );
});

const alone = { groupHeader: null, conditions: null };

async function expectAsDescribed(): Promise<void> {
  const opened = await unsafeOpenCredential(ORG_A, source.credentialId());
  const living = (await readTemplates(sql, ORG_A, source.credentialId())).filter((each) => !each.isDeleted);
  const cloudIds = living.map(({ cloudId }) => cloudId);
  const described = await opened.connector.describeAll(opened.connection, opened.context, cloudIds);
  for (const { cloudId, cloudName, description, executable, inputs } of living) {
    const fresh = described.get(cloudId);
    expect({ cloudName, description, executable, inputs }).toEqual({
      cloudName: fresh?.cloudName,
      description: fresh?.description,
      executable: JSON.parse(JSON.stringify(fresh?.executable)),
      // A database says nothing of groups and conditions.
      inputs: JSON.parse(JSON.stringify(fresh?.inputs.map((input) => ({ ...input, ...alone })))),
    });
  }
  // Each form has each input once, in consecutive positions.
  const forms = await sql.query<{ positions: number[]; inputs: number; command_id: number }>(
    `select c.command_id, count(ti.*)::int as inputs,
       coalesce(array_agg(i.position order by i.position) filter (where i.position is not null), '{}') as positions
     from command c join template_input ti on ti.template_id = c.template_id
     left join command_input i on i.command_id = c.command_id and i.template_input_id = ti.template_input_id
     group by c.command_id`,
  );
  for (const { positions, inputs } of forms)
    expect(positions).toEqual(Array.from({ length: inputs }, (_, i) => i));
}

/** Checks that an input's settings are unchanged if the input still exists. */
async function expectSettingsKept(before: readonly Kept[]): Promise<void> {
  const now = new Map((await readKept()).map((kept) => [`${kept.command_id} ${kept.key}`, kept]));
  const there = new Set(
    (
      await sql.query<{ id: string }>(
        `select c.command_id || ' ' || ti.key as id from command c
         join template_input ti on ti.template_id = c.template_id`,
      )
    ).map(({ id }) => id),
  );
  for (const kept of before) {
    const id = `${kept.command_id} ${kept.key}`;
    if (there.has(id)) expect(now.get(id)).toEqual(kept);
  }
}
