import { expect, test } from 'vitest';
import { tablesOf } from './credential-tables';
import type { ConnectionKind, Credential } from './use-credentials';

const kind = {
  sourceKind: 'cloud',
  credType: 'aws',
  addingWays: [{ by: 'connection', label: 'Thing' }],
  secretKeys: ['externalId', 'password'],
  schema: {
    type: 'object',
    required: ['roleArn'],
    properties: {
      roleArn: { type: 'string', title: 'Role ARN' },
      externalId: { type: 'string', title: 'External ID', masked: true },
      password: { type: 'string' },
    },
  },
} as unknown as ConnectionKind;
const row = {
  credType: 'aws',
  settings: { roleArn: 'arn:1', externalId: { is_set: true }, password: { is_set: true } },
} as unknown as Credential;

test('cloud connections have a table where they are offered, else only once there is one', () => {
  const titles = (rows: Credential[], offersCloud: boolean) =>
    tablesOf([kind], rows, offersCloud).map(({ title }) => title);
  expect(titles([], true)).toEqual(['Cloud connections']);
  expect(titles([], false)).toEqual([]);
  expect(titles([row], false)).toEqual(['Cloud connections']);
});

test('a masked secret has a column, other secrets have none', () => {
  const [table] = tablesOf([kind], [row], true);
  expect(table?.columns.map(({ label }) => label)).toEqual(['Role ARN', 'External ID']);
});
