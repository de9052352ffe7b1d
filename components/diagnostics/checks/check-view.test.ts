import { expect, test } from 'vitest';
import { type CheckState, type CheckView, summaryOf } from './check-view';

const check = (key: string, state: CheckState): CheckView => ({
  key,
  name: key,
  state,
  message: '',
  data: null,
  traceback: null,
  stack: null,
  answeredAt: null,
  refresh: () => {},
});

const worstOf = (...checks: CheckView[]) => summaryOf(checks).worst.map(({ key }) => key);

test('all is well once every check has passed, and not before', () => {
  expect(summaryOf([check('a', 'success'), check('b', 'loading')])).toMatchObject({
    tone: 'active',
    text: '1 of 2 done',
  });
  expect(summaryOf([check('a', 'success'), check('b', 'success')])).toEqual({
    tone: 'good',
    text: '2 checks passed',
    worst: [],
  });
});

test('the three worst are named: what failed before what deserves a look', () => {
  const checks = [
    check('slow', 'warning'),
    check('down', 'failure'),
    check('late', 'warning'),
    check('cut', 'apiError'),
    check('old', 'warning'),
  ];
  expect(worstOf(...checks)).toEqual(['down', 'cut', 'slow']);
  expect(summaryOf(checks)).toMatchObject({ tone: 'bad', text: '5 things need attention' });
  expect(summaryOf([check('slow', 'warning'), check('b', 'loading')])).toMatchObject({
    tone: 'caution',
    text: '1 thing needs attention',
  });
});
