import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('each row of what happens when something fails names a test that is there', () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const [, table = ''] = page.split('## What happens when …\n');
  const rows = (table.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  const [head, ...rest] = rows;
  expect(head).toContain('| Test |');
  expect(rest.length).toBeGreaterThan(15);
  for (const row of rest) {
    const tests = [...row.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = '']) => path);
    expect(tests, row).not.toEqual([]);
    expect(tests.filter((path) => !existsSync(path))).toEqual([]);
  }
});
