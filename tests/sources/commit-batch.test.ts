import { describe, expect, test } from 'vitest';
import { exactJson } from '@/lib/base/exact-json';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
import { withSource } from '@/tests/support/app/source';
import { createCredential, createOrganizations, ORG_A, ORG_B } from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';

/** The most arguments that a routine can have. */
const widestArguments = Array.from({ length: 100 }, (_, index) => `a${index} timestamp without time zone`);

withApp();
const source = withSource(
  `create schema shop;
   create function shop.first(b integer, a text default 'x', d timestamptz default now(), c text default null)
     returns integer language sql as 'select 1';
   comment on function shop.first is 'Does it.';
   create function shop.second("__proto__" integer, constructor json default '{"__proto__": [12345678901234567890]}')
     returns integer language sql as 'select 1';
   create procedure shop.third() language sql as '';
   create function shop.widest(${widestArguments.join()}) returns integer language sql as 'select 100';`,
  createOrganizations,
);

function addition(signature: string, credsId = source.credentialId()) {
  return { cloudId: `db::postgres::${credsId}::${signature}`, credsId, commitType: 'addition' };
}

const batch = (body: unknown) => send('POST', `/${ORG_A}/batch-commit`, { as: people.orgAdmin, body });

describe('a batch of additions', () => {
  test('one bad row does not stop the others, and each reports its outcome', async () => {
    const nowhere = await createCredential(ORG_A);
    const foreign = await createCredential(ORG_B);
    const rows = [
      addition('shop.third()'),
      addition('shop.gone()'),
      addition('shop.first(integer, text, timestamp with time zone, text)'),
      addition('shop.third()'),
      addition('shop.third()', nowhere),
      addition('shop.third()', foreign),
      { ...addition('shop.third()'), cloudId: 'a\0b' },
      addition('shop.second(integer, json)'),
    ];
    const { status, body } = await batch(rows);
    expect(status).toBe(200);
    const made = (name: string) => ({
      error: null,
      command_instances: [{ kit_id: expect.any(Number), name }],
    });
    const refused = (why: RegExp) => ({ error: expect.stringMatching(why), command_instances: [] });
    expect(body).toEqual({
      commits: [
        made('Third'),
        refused(/no longer at the source/),
        made('First'),
        refused(/is already a command/),
        refused(/db\.invalid/),
        refused(/doesn't exist/),
        refused(/no longer at the source/),
        made('Second'),
      ].map((commit, index) => ({ cloud_id: rows[index]?.cloudId, ...commit })),
    });
  });

  test('inputs are as the source declares them, in its order', async () => {
    const command = await prisma().command.findFirstOrThrow({
      where: { orgId: ORG_A, name: 'First' },
      include: { template: true, inputs: { include: { templateInput: true }, orderBy: { inputId: 'asc' } } },
    });
    expect(command).toMatchObject({ description: 'Does it.', visibility: 'org', folderId: null });
    expect(command).toMatchObject({ createdByUserId: people.orgAdmin, executeInTransaction: true });
    expect(
      command.inputs.map(({ position, defaultValue, defaultAmbiguousInput, templateInput }) => [
        position,
        templateInput.key,
        defaultValue,
        defaultAmbiguousInput,
        templateInput.defaultExpression,
      ]),
    ).toEqual([
      [0, 'b', null, 'required', null],
      [1, 'a', 'x', 'omit', null],
      [2, 'd', null, 'omit', 'now()'],
      [3, 'c', null, 'omit', null],
    ]);
  });

  test('S51 keys and defaults stay unchanged, whatever their names', async () => {
    const inputs = await prisma().templateInput.findMany({
      where: { orgId: ORG_A, template: { cloudName: { startsWith: 'shop.second' } } },
      orderBy: { position: 'asc' },
    });
    expect(inputs.map(({ key }) => key)).toEqual(['__proto__', 'constructor']);
    expect(exactJson(inputs[1]?.defaultValue)).toBe('{"__proto__":[12345678901234567890]}');
  });

  test('a routine with the most possible arguments works like any other', async () => {
    const types = widestArguments.map(() => 'timestamp without time zone').join(', ');
    const { body } = await batch(addition(`shop.widest(${types})`));
    expect(body).toMatchObject({ commits: [{ error: null, command_instances: [{ name: 'Widest' }] }] });
    expect(await prisma().commandInput.count({ where: { orgId: ORG_A, command: { name: 'Widest' } } })).toBe(
      100,
    );
  });

  test('each addition is in the audit log', async () => {
    const events = await prisma().auditEvent.findMany({ where: { orgId: ORG_A, action: 'command.create' } });
    expect(events.map(({ after }) => after)).toEqual(
      ['Third', 'First', 'Second', 'Widest'].map((name) => expect.objectContaining({ name })),
    );
  });
});

test('more rows than a batch may have are refused with the limit', async () => {
  const { status, body } = await batch(Array.from({ length: 2_001 }, () => addition('shop.third()')));
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: { message: expect.stringContaining('At most 2,000 rows can be sent at once') },
  });
});
