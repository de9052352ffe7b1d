import { describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { callMcp, connectEliciting, connectMcp, MODERN } from '../support/app/mcp';
import { serveSite } from '../support/app/site';
import { answer, codeIn } from '../support/things/confirmations';
import { DONE, NOTHING, withNotes } from '../support/things/notes';
import { ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { bearer } from '../support/things/tokens';

const site = await serveSite();
withApp({ APP_URL: site.url });
const { made, tool, tokenOf, confirmedWith, newNotes, connect, refused } = withNotes(site);

const codeOf = (url = '') => url.split('/').at(-1) ?? '';

describe.each([
  ['of 2026-07-28', MODERN],
  ['of an earlier protocol', {}],
])('S90 a client %s without elicitation', (_, options) => {
  it('gets an address and a code, and writes nothing by itself', async () => {
    const { client } = await connect(options);
    const asked = await callMcp(client, tool(), { words: 'x' });
    expect(asked).toMatchObject(NOTHING);
    const code = codeIn(asked);
    expect(asked.text).toContain(`${site.url}/account/confirm/${code}`);
    const left = new AbortController();
    const impatient = callMcp(client, 'confirm_run', confirmedWith(code), {
      signal: left.signal,
      onprogress: () => left.abort(),
    });
    await expect(impatient).rejects.toThrow();
    const waiting = callMcp(client, 'confirm_run', confirmedWith(code), {
      onprogress: () => void answer(people.runner, code, { isConfirmed: false }),
    });
    await refused(waiting, 'declined');
  });

  it('runs it as soon as its person has confirmed it in their browser', async () => {
    const { client } = await connect(options);
    const code = codeIn(await callMcp(client, tool(), { words: 'x' }));
    const messages: string[] = [];
    const numbers: number[] = [];
    const done = await callMcp(client, 'confirm_run', confirmedWith(code), {
      onprogress: ({ message = '', progress }) => {
        if (messages.length === 0) void answer(people.runner, code);
        messages.push(message);
        numbers.push(progress);
      },
    });
    expect(done).toMatchObject(DONE);
    expect(messages[0]).toContain(code);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(await newNotes()).toBe(1);
  });
});

describe('S90 a client with elicitation', () => {
  it('that opens addresses continues by itself once its person has confirmed', async () => {
    const { token } = await tokenOf();
    const opened: string[] = [];
    const client = await connectEliciting(site.url, token, 'url', async ({ url, message }) => {
      opened.push(message);
      await answer(people.runner, codeOf(url));
      return { action: 'accept' };
    });
    expect(await callMcp(client, tool(), { words: 'x' })).toMatchObject(DONE);
    expect(opened).toEqual([expect.stringContaining('"note" may change data')]);
    expect(await newNotes()).toBe(1);
  });

  it('whose person refuses to open the address runs nothing, even if they confirm afterward', async () => {
    const { token } = await tokenOf();
    let code = '';
    const client = await connectEliciting(site.url, token, 'url', ({ url }) => {
      code = codeOf(url);
      return { action: 'decline' };
    });
    await refused(callMcp(client, tool(), { words: 'x' }), 'declined');
    expect((await answer(people.runner, code)).status).toBe(409);
    await refused(callMcp(client, 'confirm_run', confirmedWith(code)), 'declined');
  });

  it('that answers by itself writes nothing: opening an address, or accepting a form, confirms nothing', async () => {
    const { token } = await tokenOf();
    let isOpened = false;
    const opening = await connectEliciting(site.url, token, 'url', () => {
      isOpened = true;
      return { action: 'accept' };
    });
    const left = new AbortController();
    const waiting = callMcp(
      opening,
      tool(),
      { words: 'x' },
      { signal: left.signal, onprogress: () => left.abort() },
    );
    await expect(waiting).rejects.toThrow();
    expect(isOpened).toBe(true);

    const filling = await connectEliciting(site.url, token, 'form', () => ({
      action: 'accept',
      content: { confirm: true },
    }));
    codeIn(await callMcp(filling, tool(), { words: 'x' }));
    expect(await newNotes()).toBe(0);
  });

  it('that makes a request state up is refused', async () => {
    const { token } = await tokenOf();
    const response = await fetch(`${site.url}/api/mcp`, {
      method: 'POST',
      headers: {
        ...bearer(token),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': tool(),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: tool(),
          arguments: { words: 'x' },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
          },
          requestState: 'confirmed',
          inputResponses: { confirm: { action: 'accept' } },
        },
      }),
    });
    expect(await response.text()).toContain('not valid');
    expect(await newNotes()).toBe(0);
  });
});

describe('S90 a right that the person gave before', () => {
  it('lets a token write without a question', async () => {
    const { client } = await connect(MODERN, { allowsUnasked: true });
    expect(await callMcp(client, tool(), { words: 'x' })).toMatchObject(DONE);
  });

  it('is all that lets a service account write, since nobody signs in as one', async () => {
    const userId = 'service-that-writes';
    await prisma().user.create({ data: { userId, name: 'Nightly', serviceOrgId: ORG_A } });
    await prisma().membership.create({ data: { orgId: ORG_A, userId } });
    const { commandId } = made.note;
    await prisma().commandUserGrant.create({ data: { orgId: ORG_A, commandId, userId, role: 'runner' } });
    const asking = await tokenOf(userId, { issuer: null });
    const client = await connectMcp(site.url, asking.token, MODERN);
    await refused(callMcp(client, tool(), { words: 'x' }), "service account's");
    const trusted = await tokenOf(userId, { issuer: null, allowsUnasked: true });
    const done = await callMcp(await connectMcp(site.url, trusted.token, MODERN), tool(), { words: 'x' });
    expect(done).toMatchObject(DONE);
  });
});
