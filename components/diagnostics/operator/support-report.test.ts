import { expect, test } from 'vitest';
import type { ServerCheckResult } from '@/lib/contract/diagnostics/server';
import type { CheckView } from '../checks/check-view';
import { supportReport } from './support-report';

const view = (more: Partial<CheckView>): CheckView => ({
  key: 'key',
  name: 'Name',
  state: 'success',
  message: '',
  data: null,
  traceback: null,
  stack: null,
  answeredAt: null,
  refresh: () => {},
  ...more,
});

const found: ServerCheckResult = {
  state: 'warning',
  message: '2 runs in line.',
  facts: [{ name: 'Runs in line', value: '2' }],
  tables: [
    { title: 'Open runs', columns: ['State', 'Runs'], rows: [['waiting', '2']] },
    { title: 'Empty', columns: ['None'], rows: [] },
  ],
  traceback: 'canary-traceback',
  stack: 'canary-stack',
};

test('S21 the report says what was found, and of services and connections only how they are', () => {
  const canary = {
    message: 'canary-host',
    data: 'canary-host',
    traceback: 'canary-host',
    stack: 'canary-host',
  };
  const report = supportReport({
    services: [view({ name: 'Read the database', ...canary })],
    connections: [
      view({ name: 'canary-environment', ...canary }),
      view({ name: 'canary-environment', state: 'failure', ...canary }),
      view({ name: 'canary-environment', ...canary }),
    ],
    groups: [
      {
        title: 'Work',
        parts: [
          {
            view: view({
              name: 'Queue of runs',
              state: 'warning',
              message: found.message,
              traceback: 'canary',
            }),
            found,
          },
          {
            view: view({ name: 'Mail', state: 'apiError', message: 'Failed: GET /api', traceback: 'canary' }),
            found: null,
          },
        ],
      },
    ],
    at: '2026-11-27T08:00:00.000Z',
  });
  expect(report).not.toContain('canary');
  expect(report.split('\n').slice(4)).toEqual([
    '== Pushboard',
    'Read the database: Passed',
    '',
    '== Database connections',
    'Passed: 2',
    'Failed: 1',
    '',
    '== Queue of runs: Needs a look',
    '2 runs in line.',
    'Runs in line: 2',
    '-- Open runs',
    'State | Runs',
    'waiting | 2',
    '',
    '== Mail: API error',
    'Failed: GET /api',
  ]);
});
