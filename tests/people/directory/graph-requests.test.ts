import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readUsers } from '@/server/people/directory/graph/delta';
import { type GraphAccess, readGraph } from '@/server/people/directory/graph/request';
import { directoryClient, graphToken } from '@/server/people/directory/graph/token';
import {
  type GraphDouble,
  startGraphDouble,
  TENANT_ID,
  trustTestAuthority,
} from '../../support/doubles/graph-double';

let graph: GraphDouble;
let access: GraphAccess;
let pausesMs: number[];

const settings = (more = {}) => ({
  clientId: graph.variables.ENTRA_CLIENT_ID ?? '',
  clientSecret: graph.variables.ENTRA_CLIENT_SECRET ?? '',
  issuer: `${graph.origin}/${TENANT_ID}/v2.0`,
  graphUrl: graph.origin,
  adminEmails: [],
  orgName: 'Contoso',
  syncEveryMs: 0,
  ...more,
});

beforeAll(async () => {
  trustTestAuthority();
  graph = await startGraphDouble();
});
afterAll(() => graph.close());

beforeEach(async () => {
  graph.refusals.length = 0;
  graph.received.length = 0;
  pausesMs = [];
  const client = await directoryClient(settings());
  access = {
    graphUrl: graph.origin,
    token: () => graphToken(client, settings()),
    pause: async (ms) => void pausesMs.push(ms),
  };
  graph.directory.clear();
  graph.directory.putUser({ id: 'ada', displayName: 'Ada', userPrincipalName: 'ada@contoso.example' });
});

afterEach(() => {
  vi.restoreAllMocks();
  graph.onTokenSilence = null;
});

const read = (link: string | null = null, more: Partial<GraphAccess> = {}) =>
  readUsers({ ...access, ...more }, link, async () => undefined);

describe('Microsoft Graph', () => {
  it('is waited for as long as it asks, and then asked again', async () => {
    graph.refusals.push({ status: 429, headers: { 'retry-after': '17' } }, { status: 504 });
    expect((await read()).items).toHaveLength(1);
    expect(pausesMs).toEqual([17_000, 1000]);
  });

  it('is given up after six attempts without an answer, with longer and longer pauses', async () => {
    for (let i = 0; i < 6; i += 1) graph.refusals.push({ status: 0, isCut: true });
    await expect(read()).rejects.toMatchObject({
      fault: 'unreachable',
      message: expect.stringContaining('GRAPH_URL'),
    });
    expect(pausesMs).toEqual([500, 1000, 2000, 4000, 8000]);
    expect(graph.received).toHaveLength(6);
  });

  it('is left at once when the worker stops', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopping'));
    await expect(read(null, { signal: stop.signal })).rejects.toThrow('stopping');
    expect(graph.received).toHaveLength(0);
  });

  it.each([
    ['permissions', { status: 403, code: 'Authorization_RequestDenied' }, 'refused', 'admin consent'],
    ['something else', { status: 400, code: 'Request_BadRequest' }, 'unexpected', 'Request_BadRequest'],
  ])('refuses for %s, which is said and not repeated', async (_why, refusal, fault, words) => {
    graph.refusals.push(refusal);
    await expect(read()).rejects.toMatchObject({ fault, message: expect.stringContaining(words) });
    expect(graph.received).toHaveLength(1);
  });

  it('a link from before is followed; one that is too old starts again', async () => {
    const { deltaLink, isFull } = await read();
    expect(isFull).toBe(true);
    expect(await read(deltaLink)).toMatchObject({ isFull: false, items: [] });
    graph.directory.expireLinks();
    expect(await read(deltaLink)).toMatchObject({ isFull: true, items: [{ id: 'ada' }] });
  });

  it('S34 never gets our token to another origin', async () => {
    await expect(readGraph(access, 'https://elsewhere.example/v1.0/users')).rejects.toMatchObject({
      fault: 'unexpected',
    });
  });
});

describe('the token of the application', () => {
  const tokenWith = async (more: object) => graphToken(await directoryClient(settings(more)), settings(more));

  it('names a wrong client secret, and never repeats it', async () => {
    const failure = tokenWith({ clientSecret: 'canary-secret-value' });
    await expect(failure).rejects.toMatchObject({
      fault: 'signIn',
      message: expect.stringContaining('ENTRA_CLIENT_SECRET'),
    });
    await expect(failure).rejects.not.toMatchObject({ message: expect.stringContaining('canary') });
  });

  it('names the addresses to check where nobody answers', async () => {
    await expect(tokenWith({ issuer: `https://localhost:1/${TENANT_ID}/v2.0` })).rejects.toMatchObject({
      message: expect.stringContaining('ENTRA_LOGIN_URL'),
    });
  });

  it('is not waited for longer than half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    graph.onTokenSilence = () => void vi.advanceTimersByTime(30_000);
    await expect(read()).rejects.toMatchObject({
      fault: 'silent',
      message: expect.stringContaining('did not answer within 30 seconds'),
    });
    vi.useRealTimers();
    expect(graph.received).toEqual([]);
  });
});
