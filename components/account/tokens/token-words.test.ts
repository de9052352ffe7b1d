import { describe, expect, it } from 'vitest';
import { scopeTitle } from '@/lib/access/scope-title';
import { expiryOf, scopeDetail } from './token-words';

const nothing = { commandCount: 0, folderCount: 0, commands: [], folders: [] };

describe('what a token can do', () => {
  it.each([
    [{ ...nothing, scope: 'everything' }, 'Everything', 'Run, configure, share'],
    [{ ...nothing, scope: 'read' }, 'Read', 'Commands, runs, and results'],
    [
      { ...nothing, scope: 'run', commandCount: 1, commands: [{ commandId: 1, name: 'Open a ticket' }] },
      'Run 1 command',
      'Open a ticket',
    ],
    [
      {
        scope: 'run',
        commandCount: 4,
        folderCount: 1,
        commands: [{ commandId: 1, name: 'Find orders' }],
        folders: [{ folderId: 2, name: 'Refunds' }],
      },
      'Run 4 commands and 1 folder',
      'Refunds, Find orders, 3 more',
    ],
    [{ ...nothing, scope: 'run', commandCount: 2 }, 'Run 2 commands', 'None of them is available to you'],
  ] as const)('%#: %o', (token, title, detail) => {
    const facts = { ...token, commands: [...token.commands], folders: [...token.folders] };
    expect(scopeTitle(facts)).toBe(title);
    expect(scopeDetail(facts)).toBe(detail);
  });
});

describe('when a token ends', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  it.each([
    ['2026-11-23T11:59:59Z', 'Expired', 'over'],
    ['2026-11-23T23:00:00Z', 'within a day', 'soon'],
    ['2026-11-24T12:00:01Z', 'in 1 day', 'soon'],
    ['2026-11-28T13:00:00Z', 'in 5 days', 'soon'],
    ['2026-11-30T11:59:59Z', 'in 7 days', 'soon'],
    ['2027-01-20T13:00:00Z', 'in 58 days', 'good'],
  ])('%s is %s', (at, text, state) => {
    expect(expiryOf(at, now)).toEqual({ text, state });
  });
});
