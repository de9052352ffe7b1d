import { afterEach, describe, expect, test } from 'vitest';
import { check } from '@/server/connectors/github/check';
import { githubConnectionSchema } from '@/server/connectors/github/connection';
import { readContents } from '@/server/connectors/github/repository/contents';
import { listFiles } from '@/server/connectors/github/repository/tree';
import { withGithub } from '@/server/connectors/github/session/client';
import { waiting } from '../postgres/support';
import { type OwnGithub, startGithub, TOKEN } from './support';

let own: OwnGithub;

afterEach(async () => {
  expect(own.double.complaints).toEqual([]);
  await own.double.stop();
});

const list = (settings: object = {}) => {
  const connection = { ...own.connection, ...settings };
  return withGithub(connection, own.context, (github) => listFiles(github, connection));
};
const paths = async (settings: object = {}) => (await list(settings)).map(({ path }) => path).sort();

const nested = { 'run.py': '', 'jobs/a.py': '', 'jobs/deep/b.py': '', 'jobs2/c.py': '', 'docs/x.md': '' };

describe('the files of a repository', () => {
  test('are listed by one request', async () => {
    own = await startGithub(nested);
    expect(await paths()).toEqual(Object.keys(nested).sort());
    expect(own.double.received).toEqual(['git/get-tree']);
  });

  test('are walked by folder where GitHub cuts the listing off, and only in the folders to look in', async () => {
    own = await startGithub(nested);
    own.double.mostTreeEntries = 2;
    expect(await paths()).toEqual(Object.keys(nested).sort());
    own.double.received.length = 0;
    expect(await paths({ folders: 'jobs/deep' })).toEqual(['jobs/deep/b.py']);
    expect(own.double.count('git/get-tree')).toBe(4);
  });

  test('are those of the branch', async () => {
    own = await startGithub(nested);
    own.repository.commit('Draft', { 'draft.py': '' }, 'feature/x');
    expect(await paths({ branch: 'feature/x' })).toContain('draft.py');
    expect(await paths()).not.toContain('draft.py');
  });

  test('have their texts read many at a time, without those that are no text or too large', async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`s/${at}.py`, `print(${at})`]));
    own = await startGithub({ ...many, 'data.bin': '\0', 'large.py': 'x'.repeat(500_001) });
    const files = await list();
    const texts = await withGithub(own.connection, own.context, (github) =>
      readContents(github, own.connection, files),
    );
    expect(texts.size).toBe(250);
    expect(texts.get(files.find(({ path }) => path === 's/7.py')?.sha ?? '')).toBe('print(7)');
    expect(own.double.count('graphql')).toBe(3);
  });
});

describe('checking a connection', () => {
  const checked = (settings: object = {}) =>
    check({ ...own.connection, ...settings }, own.context, waiting());

  test('tells the repository and its branch', async () => {
    own = await startGithub(nested);
    expect(await checked()).toEqual({ serverVersion: 'GitHub, acme/reports, branch main' });
    own.double.tokens.set('ghp_classic', { kind: 'classic', scopes: ['repo', 'workflow'] });
    expect(await checked({ token: 'ghp_classic' })).toEqual({
      serverVersion: 'GitHub, acme/reports, branch main',
    });
  });

  test('names the permissions that a fine-grained token lacks', async () => {
    own = await startGithub(nested);
    own.double.tokens.set(TOKEN, {
      kind: 'fine-grained',
      permissions: { metadata: 'read', contents: 'read' },
    });
    await expect(checked()).rejects.toThrow(
      'The token lacks Contents (read and write) and Actions (read and write) for acme/reports. It needs Contents, Actions, and Workflows with read and write access.',
    );
    expect(await checked({ runsOn: 'worker' })).toBeTruthy();
  });

  test('names the scopes that a classic token lacks', async () => {
    own = await startGithub(nested);
    own.double.tokens.set(TOKEN, { kind: 'classic', scopes: ['repo'] });
    await expect(checked()).rejects.toThrow('The token lacks the scope "workflow" for acme/reports.');
  });

  test('says when a limit ends', async () => {
    own = await startGithub(nested);
    own.double.remaining = 0;
    own.double.resetAt = new Date('2030-01-01T13:37:00Z');
    await expect(checked()).rejects.toThrow('GitHub takes no more requests with this token until 13:37 UTC.');
  });

  test('tells of a wrong token, and of a repository that is not there', async () => {
    own = await startGithub(nested);
    await expect(checked({ token: 'wrong' })).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(checked({ repo: 'other' })).rejects.toThrow('GitHub has no repository acme/other');
    await expect(list({ branch: 'none' })).rejects.toThrow('no branch of that name');
  });
});

test('a connection requires a token, an owner, and a repository', () => {
  const { error } = githubConnectionSchema.safeParse({ token: '', owner: 'a b', repo: '' });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['token', 'owner', 'repo']);
});
