import { beforeAll, describe, expect, it } from 'vitest';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { createOrganizations } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer, giveToken } from '../../support/things/tokens';

withApp();

beforeAll(createOrganizations);

describe('GET diagnostics/helloflank', () => {
  it('answers anyone', async () => {
    const { status, body } = await send('GET', '/diagnostics/helloflank');
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'success', message: 'The API can be reached.', stack: null });
  });
});

describe('GET diagnostics/helloflank/auth', () => {
  it('answers people and tokens with who they are, and nobody else', async () => {
    const path = '/diagnostics/helloflank/auth';
    expect((await send('GET', path)).status).toBe(401);
    const expected = { state: 'success', message: 'The API recognizes you as runner.' };
    expect((await send('GET', path, { as: people.runner })).body).toMatchObject(expected);
    const { token } = await giveToken(people.runner, { scope: { kind: 'read' } });
    expect((await send('GET', path, { headers: bearer(token) })).body).toMatchObject(expected);
  });
});
