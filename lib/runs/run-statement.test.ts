import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runStatement } from './run-statement';

test('values reach the shell as they are, whatever they hold', () => {
  const values = { name: `O'Hara $(id) "x" \\ \`ls\``, many: ['a', "b'c"] };
  const command = { orgId: 'sandbox-1', commandId: 7, template: { templateId: 9 } };
  const statement = runStatement('http://localhost:3000', command, values);
  // printf instead of curl shows what a program would receive.
  const given = execFileSync('sh', ['-c', statement.replace(/^curl/, "printf '%s\\n'")], {
    encoding: 'utf8',
    env: { NODE_ENV: 'test', PATH: '/usr/bin:/bin', PUSHBOARD_TOKEN: 'secret' },
  }).split('\n');
  expect(given).toContain('http://localhost:3000/api/v1/sandbox-1/run-sync');
  expect(given).toContain('Authorization: Bearer secret');
  expect(JSON.parse(given.at(-2) ?? '')).toEqual({ kitId: 7, olId: 9, params: values });
});
