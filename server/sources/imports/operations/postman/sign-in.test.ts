import { describe, expect, test } from 'vitest';
import { restConnectionSchema } from '@/server/connectors/rest/connection';
import { readExecutable } from '@/server/connectors/rest/executable';
import { importPostman } from './import-postman';

const url = 'https://x.example/a';
const basic = { type: 'basic', basic: { username: 'u', password: 'p' } };
const bearer = (token: string) => ({ type: 'bearer', bearer: [{ key: 'token', value: token }] });
const header = (key: string, value: string, disabled = false) => ({ key, value, disabled });

function read(requests: Record<string, object>, rest: object = {}) {
  const item = Object.entries(requests).map(([name, request]) => ({
    name,
    request: { method: 'GET', url: `${url}/${name}`, ...request },
  }));
  const document = importPostman(JSON.stringify({ info: { name: 'x' }, item, ...rest }));
  // The settings must make a valid connection.
  restConnectionSchema.parse(document.auth);
  const signs = Object.fromEntries(
    document.operations.map(({ friendlyName, executable }) => {
      const { sendsAuth, security } = readExecutable(executable);
      return [friendlyName, security ?? sendsAuth];
    }),
  );
  const inputs = Object.fromEntries(
    document.operations.map(({ friendlyName, inputs }) => [friendlyName, inputs.map(({ key }) => key)]),
  );
  return { ...document, signs, inputs };
}

describe('a request authenticates as it declares', () => {
  test('with its own header if most have one, with Basic if a few do, and not at all if it declares nothing', () => {
    const own = { header: [header('Authorization', 'Bearer {{token}}')] };
    const { auth, signs, inputs, notes } = read({
      one: own,
      two: own,
      three: own,
      four: { auth: basic },
      five: {},
    });
    expect(auth).toEqual({ authType: 'basic_auth', username: 'u', password: 'p' });
    expect(signs).toEqual({ one: false, two: false, three: false, four: true, five: false });
    expect(inputs.one).toEqual(['header.Authorization']);
    expect(notes).toEqual([
      {
        where: null,
        message: expect.stringMatching(
          /^3 requests sign in by an "Authorization" header of their own: GET one, GET two, GET three\./,
        ),
      },
    ]);
  });

  test('in several ways, which the connection has by name, with secrets kept separately', () => {
    const { auth, signs } = read({
      one: { auth: bearer('{{admin}}') },
      two: { auth: bearer('{{admin}}') },
      three: { auth: bearer('{{user}}') },
      four: { auth: basic },
      five: { auth: { type: 'noauth' } },
      six: {},
    });
    expect(auth).toEqual({
      authType: 'bearer_token',
      bearerToken: '',
      authScheme: 'Bearer token {{admin}}',
      moreAuth: {
        'Bearer token {{user}}': { authType: 'bearer_token' },
        'Basic auth': { authType: 'basic_auth' },
      },
      moreSecrets: {
        'Bearer token {{user}}': { bearerToken: '' },
        'Basic auth': { username: 'u', password: 'p' },
      },
    });
    expect(signs).toEqual({
      one: true,
      two: true,
      three: [['Bearer token {{user}}']],
      four: [['Basic auth']],
      five: false,
      six: false,
    });
  });

  test('as its folder or collection declares, if it declares nothing itself', () => {
    const { signs, auth } = read({ one: {}, two: { auth: basic } }, { auth: bearer('t') });
    expect(auth).toMatchObject({ authType: 'bearer_token', bearerToken: 't', authScheme: 'Bearer token' });
    expect(signs).toEqual({ one: true, two: [['Basic auth']] });
  });

  test('later as a person sets for all, in a collection that declares nothing', () => {
    const { signs, auth } = read({ one: {}, two: { header: [header('Authorization', 'x')] } });
    expect(auth).toEqual({});
    expect(signs).toEqual({ one: true, two: false });
  });
});

describe('an input without any effect is left out', () => {
  test('if authentication writes the same header or parameter', () => {
    const apikey = (place: string) => ({ type: 'apikey', apikey: { key: 'X-Key', value: 'v', in: place } });
    const own = { header: [header('authorization', 'x'), header('x-key', 'y'), header('X-Trace', 'z')] };
    const withQuery = `${url}?X-Key=1&page=2`;
    const { inputs } = read({
      bearer: { auth: bearer('t'), ...own },
      header: { auth: apikey('header'), ...own },
      query: { auth: apikey('query'), url: withQuery },
      off: { header: [header('Authorization', 'x', true)] },
    });
    expect(inputs).toEqual({
      bearer: ['header.x-key', 'header.X-Trace'],
      header: ['header.authorization', 'header.X-Trace'],
      query: ['query.page'],
      off: ['header.Authorization'],
    });
  });

  test('if the client sets the header itself', () => {
    const header = ['Host', 'Content-Length', 'Connection', 'Transfer-Encoding', 'X-Mine'].map((key) => ({
      key,
      value: '1',
    }));
    expect(read({ one: { header } }).inputs.one).toEqual(['header.X-Mine']);
  });
});

test('unsupported ways are named, with the requests that require them', () => {
  const { notes, signs } = read({
    one: { auth: { type: 'ntlm', ntlm: [] } },
    two: { auth: { type: 'hawk', hawk: [] } },
    three: { auth: { type: 'ntlm', ntlm: [] } },
  });
  expect(notes.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^2 requests sign in by "ntlm", which Pushboard doesn't support: GET one, GET three\. Set the headers/,
    ),
    expect.stringMatching(/^1 request signs in by "hawk", which Pushboard doesn't support: GET two\./),
  ]);
  expect(signs).toEqual({ one: true, two: [['hawk']], three: true });
});
