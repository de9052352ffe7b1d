import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { runStatement } from './run-statement';

const input = (key: string) => ({
  key,
  type: postgresInputTypeByName('text'),
  defaultExpression: null,
  inputId: 1,
  templateInputId: 1,
  ...unconfigured,
});

test('values reach the shell as they are, whatever they hold, and an input that is not filled in is named', () => {
  const values = { name: `O'Hara $(id) "x" \\ \`ls\``, many: ['a', "b'c"] };
  const command = {
    orgId: 'sandbox-1',
    commandId: 7,
    template: { templateId: 9, inputs: [input('name'), input('note')] },
  };
  const statement = runStatement('http://localhost:3000', command, values);
  // printf instead of curl shows what a program would receive.
  const given = execFileSync('sh', ['-c', statement.replace(/^curl/, "printf '%s\\n'")], {
    encoding: 'utf8',
    env: { NODE_ENV: 'test', PATH: '/usr/bin:/bin', PUSHBOARD_TOKEN: 'secret' },
  }).split('\n');
  expect(given).toContain('http://localhost:3000/api/v1/sandbox-1/run-sync');
  expect(given).toContain('Authorization: Bearer secret');
  expect(JSON.parse(given.at(-2) ?? '')).toEqual({ kitId: 7, olId: 9, params: { ...values, note: '' } });
});
