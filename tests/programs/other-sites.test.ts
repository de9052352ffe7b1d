import { beforeAll, describe, expect, it } from 'vitest';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { Program } from '../support/app/oauth-program';
import { serveSite } from '../support/app/site';
import { fetchFrom } from '../support/doubles/other-site';
import { createGrantedCommands, createOrganizations } from '../support/things/organizations';
import { people } from '../support/things/people';
import { bearer, giveToken } from '../support/things/tokens';

const site = await serveSite();
withApp({ APP_URL: site.url });

let made: Awaited<ReturnType<typeof createGrantedCommands>>;

beforeAll(async () => {
  await createOrganizations();
  made = await createGrantedCommands();
});

const ELSEWHERE = 'https://assistant.example';

const OPEN: [string, string][] = [
  ['/api/mcp', 'POST, GET, DELETE'],
  ['/api/oauth/token', 'POST'],
  ['/api/oauth/register', 'POST'],
  ['/api/oauth/revoke', 'POST'],
  ['/.well-known/oauth-authorization-server', 'GET'],
  ['/.well-known/oauth-protected-resource/api/mcp', 'GET'],
];

describe('a program in a page of another site', () => {
  it('connects by OAuth and lists commands, with the official client', async () => {
    const program = new Program(site.url, 'https://assistant.example/callback', fetchFrom(ELSEWHERE));
    const client = await program.connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain(`cmd1_${made.command.commandId}`);
  });

  it.each(OPEN)('may send requests to %s', async (path, methods) => {
    const { status, headers } = await fetch(site.url + path, {
      method: 'OPTIONS',
      headers: { origin: ELSEWHERE, 'access-control-request-method': 'POST' },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe(methods);
    // With this header, browsers would send cookies along.
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each(['null', ELSEWHERE])(
    'reads why it was refused, and where it gets a token, at %s',
    async (origin) => {
      const refused = await fetchFrom(origin)(`${site.url}/api/mcp`, { method: 'POST', body: '{}' });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toContain(
        '/.well-known/oauth-protected-resource/api/mcp',
      );
      const unknown = await fetchFrom(origin)(`${site.url}/api/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password' }),
      });
      expect(await unknown.json()).toMatchObject({ error: 'unsupported_grant_type' });
    },
  );

  it('S29 is nobody with the cookie of a person', async () => {
    const { token } = await giveToken(people.runner);
    const call = (headers: Record<string, string>) =>
      fetch(`${site.url}/api/mcp`, { method: 'GET', headers: { origin: ELSEWHERE, ...headers } });
    expect((await call({ cookie: 'pushboard_session=x' })).status).toBe(401);
    expect((await call(bearer(token))).status).toBe(405);
  });

  it('S29 reads nothing of the rest of the API', async () => {
    const { token } = await giveToken(people.runner);
    const { status, headers } = await send('GET', '/users/me', {
      headers: { ...bearer(token), origin: ELSEWHERE },
    });
    expect(status).toBe(200);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
