import { describe, expect, it } from 'vitest';
import { changesOf } from './token-changes';
import type { Token } from './use-tokens';

const token: Token = {
  tokenId: 't',
  name: 'Cron',
  hint: 'abcd',
  scope: 'run',
  commands: [
    { commandId: 1, name: 'One' },
    { commandId: 2, name: 'Two' },
  ],
  commandCount: 3,
  folders: [{ folderId: 7, name: 'Seven' }],
  folderCount: 1,
  allowsUnasked: true,
  audience: null,
  createdAt: '2026-11-01T00:00:00Z',
  createdBy: 'Dana',
  expiresAt: '2026-12-01T00:00:00Z',
  lastUsedAt: null,
  lastAddress: null,
};
const values = {
  name: 'Cron',
  days: null,
  scope: 'run' as const,
  chosen: { commandIds: [1, 2], folderIds: [7] },
  allowsUnasked: true,
};

describe('what an edited token sends', () => {
  it('is nothing when nothing was changed, even if it runs commands that the reader can’t see', () => {
    expect(changesOf(token, values)).toEqual({});
  });

  it('is the name and the lifetime, and leaves what it may run', () => {
    expect(changesOf(token, { ...values, name: 'Job', days: 30 })).toEqual({ name: 'Job', days: 30 });
  });

  it('is the whole choice of commands once one is taken away', () => {
    const chosen = { commandIds: [1], folderIds: [7] };
    expect(changesOf(token, { ...values, chosen, allowsUnasked: false })).toEqual({
      scope: 'run',
      ...chosen,
      allowsUnasked: false,
    });
  });

  it('is a scope without commands for a token that only reads from now on', () => {
    const everything: Token = { ...token, scope: 'everything', commands: [], folders: [] };
    const chosen = { commandIds: [], folderIds: [] };
    expect(changesOf(everything, { ...values, scope: 'read', chosen })).toEqual({ scope: 'read' });
  });
});
