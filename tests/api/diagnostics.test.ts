import { beforeAll, describe, expect, it } from 'vitest';
import { withApp } from '../support/app';
import { send } from '../support/http';
import { createOrganizations } from '../support/organizations';
import { people } from '../support/people';
import { bearer, giveToken } from '../support/tokens';

withApp();

beforeAll(createOrganizations);

describe('GET diagnostics/helloflank', () => {
  it('answers anyone', async () => {
    const { status, body } = await send('GET', '/diagnostics/helloflank');
    expect({ status, body }).toEqual({ status: 200, body: { state: 'success', data: { message: 'Hello' } } });
  });
});

describe('GET diagnostics/helloflank/auth', () => {
  it('answers people and tokens with who they are, and nobody else', async () => {
    const path = '/diagnostics/helloflank/auth';
    expect((await send('GET', path)).status).toBe(401);
    const expected = { state: 'success', data: { message: 'Hello runner', user_id: people.runner } };
    expect((await send('GET', path, { as: people.runner })).body).toEqual(expected);
    const { token } = await giveToken(people.runner, { scope: { kind: 'read' } });
    expect((await send('GET', path, { headers: bearer(token) })).body).toEqual(expected);
  });
});
