import { expect, it } from 'vitest';
import { personLossesOf, personReturnsOf } from './person-losses';

const at = () => 'Monday';
const of = {
  total: 1,
  name: null,
  commandId: 1,
  commandName: 'Find orders',
  ownerName: 'Maria',
  nextAt: null,
  cronJobId: null,
};

it('says what goes with a person', () => {
  const dependents = [
    { ...of, kind: 'job' as const, name: 'Late orders', nextAt: '2026-11-30T07:00:00Z' },
    { ...of, kind: 'webhook' as const, name: 'Shop' },
    { ...of, kind: 'approval' as const },
    { ...of, kind: 'run' as const },
  ];
  expect(personLossesOf({ dependents, hidden: [{ kind: 'job', count: 2 }], programs: 2 }, at)).toEqual([
    'The scheduled job “Late orders” of Maria, which would run next on Monday, stops.',
    'The webhook “Shop” no longer starts “Find orders”.',
    'Their request for approval of a run of “Find orders” ends unanswered.',
    'Their runs of “Find orders” that are still in line are refused.',
    '2 scheduled jobs of commands that you can’t see.',
    'Their 2 access tokens no longer work here, nor do the programs that have them.',
  ]);
});

it('says nothing of a person with whom nothing goes', () => {
  expect(personLossesOf({ dependents: [], hidden: [], programs: 0 }, at)).toEqual([]);
  expect(personLossesOf({ dependents: [], hidden: [], programs: 1 }, at, 'Its')).toEqual([
    'Its access token no longer works here, nor does the program that has it.',
  ]);
});

it('says what works again with a person who is restored', () => {
  expect(personReturnsOf({ programs: 0 })).toEqual([]);
  expect(personReturnsOf({ programs: 1 })).toEqual([
    'Their access token works here again, and so does the program that has it.',
  ]);
  expect(personReturnsOf({ programs: 2 })).toEqual([
    'Their 2 access tokens work here again, and so do the programs that have them.',
  ]);
});
