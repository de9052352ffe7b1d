import { afterEach, describe, expect, it, vi } from 'vitest';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { claimSync, holdClaim, noteProgress, releaseFailed } from '@/server/people/directory/claim';
import { withDirectory } from '../../support/doubles/directory-app';
import { ada, ben } from '../../support/doubles/graph-double';

const directory = withDirectory();

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets the next requests to Graph go unanswered, each until its time is up, which the test decides. */
function silence(count: number): number[] {
  const limitsMs: number[] = [];
  let timer = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limitsMs.push(ms);
    timer = new AbortController();
    return timer.signal;
  });
  const onSilence = () => timer.abort(new DOMException('The time is up', 'TimeoutError'));
  for (let i = 0; i < count; i += 1) directory.graph.refusals.push({ status: 0, onSilence });
  return limitsMs;
}

describe('what goes wrong', () => {
  it('a throttled request is repeated after the time that Graph asks for', async () => {
    directory.graph.refusals.push(
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503, headers: { 'retry-after': '0' } },
    );
    expect(await directory.syncPeople()).toMatchObject({ state: 'completed', additions: 2 });
  });

  it('a request that is never answered ends the sync, after a second attempt, with the last good state', async () => {
    await directory.syncPeople();
    directory.graph.directory.removeUser(ben.id);
    const before = await prisma().directory.findFirstOrThrow();
    const limitsMs = silence(2);
    expect(await directory.syncPeople()).toMatchObject({
      state: 'error.fatal',
      message: 'Microsoft Graph did not answer within 90 seconds. Sync again in a few minutes.',
      deletions: 0,
    });
    // The request, twice.
    expect(limitsMs).toEqual([90_000, 90_000]);
    expect((await directory.person(ben.id)).membership.state).toBe('active');
    expect(await prisma().directory.findFirst()).toMatchObject({
      claim: null,
      usersDeltaLink: before.usersDeltaLink,
      failure: expect.stringContaining('did not answer'),
    });
    expect(await directory.syncPeople()).toMatchObject({ state: 'completed', deletions: 1 });
  });

  it('a request that is answered at the second attempt goes on', async () => {
    silence(1);
    expect(await directory.syncPeople()).toMatchObject({ state: 'completed', additions: 2 });
  });

  it('a request for a pause of an hour ends the sync', async () => {
    directory.graph.refusals.push({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await directory.syncPeople()).toMatchObject({
      state: 'error.fatal',
      message: expect.stringContaining('limiting requests'),
    });
  });

  it('permissions without consent are named, and the last good state stays', async () => {
    await directory.syncPeople();
    directory.graph.directory.removeUser(ben.id);
    directory.graph.refusals.push({ status: 403, code: 'Authorization_RequestDenied' });
    expect(await directory.syncPeople()).toMatchObject({
      state: 'error.fatal',
      message: expect.stringContaining('User.Read.All'),
    });
    expect((await directory.person(ben.id)).membership.state).toBe('active');
    expect(await prisma().directory.findFirst()).toMatchObject({
      claim: null,
      failure: expect.stringContaining('consent'),
    });
    expect(await directory.syncPeople()).toMatchObject({ deletions: 1 });
    expect(await prisma().directory.findFirst()).toMatchObject({ failure: null });
  });

  it('a delta link that is too old leads to a full read, which notices who is gone', async () => {
    await directory.syncPeople();
    directory.graph.directory.removeUser(ben.id, 'deleted');
    directory.graph.directory.expireLinks();
    expect(await directory.syncPeople()).toMatchObject({ state: 'completed', deletions: 1, alreadyAdded: 1 });
  });

  it('a directory that suddenly has nobody locks out nobody', async () => {
    await directory.syncPeople();
    directory.graph.directory.expireLinks();
    directory.graph.directory.removeUser(ada.id);
    directory.graph.directory.removeUser(ben.id);
    await prisma().directory.updateMany({ data: { usersDeltaLink: null } });
    expect(await directory.syncPeople()).toMatchObject({
      state: 'error.fatal',
      message: expect.stringContaining('no people'),
    });
    expect((await directory.person(ada.id)).membership.state).toBe('active');
  });

  it('S34 a link that leads elsewhere is not followed with our token', async () => {
    await directory.syncPeople();
    await prisma().directory.updateMany({
      data: { usersDeltaLink: 'https://elsewhere.example/v1.0/users/delta' },
    });
    expect(await directory.syncPeople()).toMatchObject({
      state: 'error.fatal',
      message: expect.stringContaining('leads elsewhere'),
    });
  });

  it('a second sync of the organization is refused while one is running, and its progress is shown', async () => {
    const claim = await claimSync(directory.orgId);
    await noteProgress(claim, 340);
    await expect(directory.syncPeople()).rejects.toMatchObject({ code: 'conflict' });
    expect(await prisma().directory.findFirst()).toMatchObject({ readCount: 340 });
    await releaseFailed(claim, 'ended');
    expect(await directory.syncPeople()).toMatchObject({ state: 'completed' });
  });

  it('S59 a sync that another one has taken over stores nothing', async () => {
    const claim = await claimSync(directory.orgId);
    await prisma().directory.updateMany({ data: { claim: 'another' } });
    await expect(transaction((tx) => holdClaim(tx, claim))).rejects.toMatchObject({ code: 'conflict' });
  });

  it('S59 a sync that died is taken over, and can then store nothing', async () => {
    await prisma().directory.updateMany({
      data: { claim: 'dead', progressAt: new Date(Date.now() - 3_600_000) },
    });
    expect(await directory.syncPeople()).toMatchObject({ state: 'completed', additions: 2 });
  });
});
