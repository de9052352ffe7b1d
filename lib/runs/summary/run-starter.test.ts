import { expect, it } from 'vitest';
import { starterOf } from './run-starter';

const byPerson = {
  scheduledJob: null,
  webhook: null,
  program: null,
  trigger: 'person' as const,
  autoRunOf: null,
  userName: 'Maria Keller',
};

it.each([
  [{}, 'Maria Keller'],
  [{ scheduledJob: { name: 'Late orders' } }, 'Late orders (schedule)'],
  [{ webhook: { name: 'Shop' } }, 'Shop (webhook)'],
  [{ autoRunOf: 7 }, 'Run 7 (auto-run)'],
  [{ program: { name: 'CI deploy' }, trigger: 'api' as const }, 'Maria Keller (token CI deploy)'],
  [{ program: { name: 'CI deploy' }, trigger: 'bulk' as const }, 'Maria Keller (token CI deploy)'],
  [{ program: { name: 'Claude' }, trigger: 'mcp' as const }, 'Maria Keller (program Claude)'],
])('%#: %o was run by %s', (more, starter) => {
  expect(starterOf({ ...byPerson, ...more })).toBe(starter);
});
