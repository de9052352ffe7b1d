import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EnvError, readEnv } from '@/server/base/env';
import { testAuthority } from '../support/doubles/certificates';

const key = randomBytes(32).toString('base64');
const least = { DATABASE_URL: 'postgresql://app:pw@db:5432/app', ENCRYPTION_KEYS: `k1:${key}` };

function refusal(source: Record<string, string>): string {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('a configuration that names only the database and the key ring', () => {
  const env = readEnv(least);

  test('listens on loopback, in demo mode', () => {
    expect(env).toMatchObject({
      authMode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      appUrl: 'http://localhost:3000',
    });
  });

  test('keeps its files in .data', () => {
    expect(env.dataDir).toBe(resolve('.data'));
    expect(env.resultsDir).toBe(resolve('.data', 'results'));
  });

  test('uses the database address for direct connections too', () => {
    expect(env.databaseDirectUrl).toBe(least.DATABASE_URL);
  });

  test('has the documented limits', () => {
    expect(env).toMatchObject({
      databasePoolSize: 10,
      runTimeoutMs: 172_800_000,
      resultLimitBytes: 2_000_000_000,
      workerConcurrency: 20,
      credentialConcurrency: 20,
      requestsPerSecond: 50,
      requestBurst: 200,
      signInAttemptsPerMinute: 10,
    });
  });
});

describe('values', () => {
  test('an empty text counts as unset', () => {
    const env = readEnv({ ...least, PORT: '', SUPPORT_EMAIL: '  ' });
    expect(env.port).toBe(3000);
    expect(env.supportEmail).toBeUndefined();
  });

  test('lists are split at commas', () => {
    const env = readEnv({
      ...least,
      NODE_ENV: 'test',
      NETWORK_ALLOW: '10.0.0.0/8, db.internal,::1',
      DEMO_HOSTS: 'a.test',
    });
    expect(env.networkAllow).toEqual(['10.0.0.0/8', 'db.internal', '::1']);
    expect(env.demoHosts).toEqual(['a.test']);
  });

  test('an address loses its trailing slash', () => {
    expect(readEnv({ ...least, APP_URL: 'https://a.test/' }).appUrl).toBe('https://a.test');
    expect(readEnv({ ...least, APP_URL: 'https://a.test:443' }).appUrl).toBe('https://a.test:443');
    for (const url of [
      'https://a.test/tools',
      'https://a.test/?from=mail',
      'https://a.test?',
      'https://a.test/#top',
      'https://user:pw@a.test',
    ]) {
      expect(refusal({ ...least, APP_URL: url })).toMatch(
        /APP_URL must be an address without a path, a query, or a user/,
      );
    }
  });

  test('lets the runs of a worker end within what Kubernetes gives, and at once in demo mode', () => {
    const hosted = { ...least, AUTH_MODE: 'hosted', SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.com' };
    expect([readEnv(least).shutdownMs, readEnv(hosted).shutdownMs]).toEqual([5000, 25_000]);
    expect(readEnv({ ...least, SHUTDOWN_SECONDS: '60' }).shutdownMs).toBe(60_000);
  });

  test('a password for the mail server is sent only over TLS, unless it stays on this machine', () => {
    const isRequired = (SMTP_URL: string, more = {}) =>
      readEnv({ ...least, SMTP_URL, MAIL_FROM: 'ops@a.test', ...more }).mail?.isTlsRequired;
    expect(isRequired('smtp://user:pw@mail.test:587')).toBe(true);
    expect(isRequired('smtp://mail.test')).toBe(false);
    expect(isRequired('smtp://user:pw@localhost:25')).toBe(false);
    expect(isRequired('smtp://user:pw@[::1]:25')).toBe(false);
    expect(isRequired('smtp://user:pw@mail.test', { SMTP_TLS: 'offered' })).toBe(false);
    expect(isRequired('smtp://mail.test', { SMTP_TLS: 'required' })).toBe(true);
  });

  test('a file of certificates is read, and rejected if it holds none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pushboard-ca-'));
    const file = join(folder, 'ca.pem');
    const mail = { SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'ops@a.test', SMTP_CA_FILE: file };
    const wanted = 'SMTP_CA_FILE must be the path of a file with certificates';
    expect(refusal({ ...least, ...mail })).toContain(wanted);
    await writeFile(file, '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n');
    expect(refusal({ ...least, ...mail })).toContain(wanted);
    await writeFile(file, testAuthority);
    expect(readEnv({ ...least, ...mail }).mail?.authorities).toBe(testAuthority);
    await rm(folder, { recursive: true });
  });

  test('the sender of messages is a name and an address, or an address alone', () => {
    const smtp = { SMTP_URL: 'smtp://user:pw@mail.test:587' };
    const from = (MAIL_FROM: string) => readEnv({ ...least, ...smtp, MAIL_FROM }).mail?.from;
    expect(from('Ops of A, B & C <ops@a.test>')).toEqual({ name: 'Ops of A, B & C', address: 'ops@a.test' });
    expect(from('ops@a.test')).toEqual({ name: 'Pushboard', address: 'ops@a.test' });
    expect(readEnv({ ...least, MAIL_FROM: 'ops@a.test' }).mail).toBeNull();
  });

  test('S54 the key ring is read in order', () => {
    const ring = readEnv({
      ...least,
      NODE_ENV: 'test',
      ENCRYPTION_KEYS: `new:${key}, old:${key}`,
    }).encryptionKeys;
    expect(ring.map(({ id }) => id)).toEqual(['new', 'old']);
    expect(ring[0]?.key).toEqual(Buffer.from(key, 'base64'));
  });
});

describe('refusals', () => {
  test('name every invalid variable at once, and what is expected', () => {
    const message = refusal({ PORT: 'http', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' });
    expect(message).toContain('PORT must be a whole number from 1 to 65535');
    expect(message).toContain('DATABASE_URL must be an address such as postgresql://');
    expect(message).toContain('LOG_LEVEL must be one of: trace');
    expect(message).toContain('ENCRYPTION_KEYS is not set');
  });

  test('name what is missing for sign-in, mail, and the store together with what is invalid', () => {
    const lines = refusal({
      ENCRYPTION_KEYS: 'short',
      AUTH_MODE: 'directory',
      ENTRA_TENANT_ID: 'contoso',
      SMTP_URL: 'smtp://mail.test',
      RESULT_STORE: 's3',
      OIDC_ISSUERS: 'acme',
    });
    const named = lines.split('\n').flatMap((line) => /^ {2}([A-Z_0-9]+) /.exec(line)?.[1] ?? []);
    expect(named.sort()).toEqual([
      'AD_ADMIN_EMAILS',
      'DATABASE_URL',
      'ENCRYPTION_KEYS',
      'ENTRA_CLIENT_ID',
      'ENTRA_CLIENT_SECRET',
      'ENTRA_TENANT_ID',
      'MAIL_FROM',
      'OIDC_ACME_CLIENT_ID',
      'OIDC_ACME_CLIENT_SECRET',
      'OIDC_ACME_ISSUER',
      'S3_BUCKET',
    ]);
    const hosted = refusal({ AUTH_MODE: 'hosted' });
    expect(hosted).toContain('DATABASE_URL is not set');
    expect(hosted).toContain('AUTH_MODE is hosted, but nobody could sign in');
  });

  test('say nothing that follows only from another mistake', () => {
    const wrong: [name: string, source: Record<string, string>][] = [
      ['AUTH_MODE', { AUTH_MODE: 'hostd', HOST: '0.0.0.0' }],
      ['SMTP_URL', { AUTH_MODE: 'hosted', SMTP_URL: 'mail.test' }],
      ['SAMPLE_API_URL', { SAMPLE_API_URL: '127.0.0.1' }],
      ['OIDC_ISSUERS', { AUTH_MODE: 'hosted', OIDC_ISSUERS: 'a-b' }],
      ['RESULT_STORE', { RESULT_STORE: 'tape', S3_BUCKET: 'results' }],
      ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'owner' }],
    ];
    for (const [name, source] of wrong) {
      const lines = refusal({ ...least, ...source }).split('\n');
      expect(lines.slice(1)).toEqual([expect.stringMatching(`^  ${name} must be`)]);
    }
  });

  test.each([
    ...['hun@ter', 'hun/ter', 'hun%ter', 'hun?ter', 'hun#ter', 'hu@n?ter'],
    ...['hu@nt/er#hu', 'hu@nt/er?hu', '12/hu#nt', 'hu@nt/er#hu?host=hu'],
  ])('an unencoded password of a database (%s), by the variable and without a piece of it', (password) => {
    for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL']) {
      const message = refusal({ ...least, [name]: `postgresql://app:${password}@db:5432/app` });
      expect(message).toContain(`${name} has a user or password with a special character`);
      expect(message).toContain('write @ as %40, / as %2F, % as %25');
      expect(message).not.toMatch(/hu/);
    }
  });

  test.each([
    'postgresql://app:a%40b%2Fc%25@one:5432,two:5432/app?target_session_attrs=any',
    'postgresql://app@db/app?host=one,two',
    'postgresql://app:pw@db:5432/app?application_name=a@b',
  ])('take the database address %s', (address) => {
    expect(() => readEnv({ ...least, DATABASE_URL: address })).not.toThrow();
  });

  test('repeat no value, which may be a secret', () => {
    const message = refusal({
      NODE_ENV: 'test',
      DATABASE_URL: 'mysql://u:hunter2@x',
      ENCRYPTION_KEYS: 'hunter3',
    });
    expect(message).not.toMatch(/hunter/);
  });

  test.each([
    [`k1:${randomBytes(16).toString('base64')}`, 'has 16 bytes instead of 32 in entry 1 of 1 (k1)'],
    [
      `k2:${key}, k1:${randomBytes(35).toString('base64')}`,
      'has 35 bytes instead of 32 in entry 2 of 2 (k1)',
    ],
    [key, 'has no id:key in entry 1 of 1'],
    [`k1:${key},old:${key},k1:${key}`, 'has the id k1 twice, in the entries 1 and 3'],
    [`k1:${key},k2:`, 'has no id:key in entry 2 of 2'],
    [`k1:${key},`, 'has no id:key in entry 2 of 2'],
    ['k1:*********', 'has no id:key in entry 1 of 1'],
    ['0123456789abcdef:k1', 'has 1 byte instead of 32 in entry 1 of 1;'],
  ])('S54 a key ring that is wrong (%#), with the entry and without a piece of a key', (ring, words) => {
    const message = refusal({ ...least, ENCRYPTION_KEYS: ring });
    expect(message).toContain(`ENCRYPTION_KEYS ${words}`);
    expect(message).toContain('; it must be id:key with commas between');
    for (const piece of [key.slice(0, 8), '0123', '***']) expect(message).not.toContain(piece);
  });

  test.each(['0', '65536', '3e3', '-1', '80.5'])('a port such as %s', (port) => {
    expect(refusal({ ...least, PORT: port })).toContain('PORT must be');
  });

  test('hosted mode without an issuer and without a mail server, in words', () => {
    expect(refusal({ ...least, AUTH_MODE: 'hosted' })).toContain(
      'AUTH_MODE is hosted, but nobody could sign in: set OIDC_ISSUERS',
    );
  });

  const acme = {
    ...least,
    AUTH_MODE: 'hosted',
    OIDC_ISSUERS: 'acme',
    OIDC_ACME_ISSUER: 'https://id.acme.test',
    OIDC_ACME_CLIENT_ID: 'pushboard',
    OIDC_ACME_CLIENT_SECRET: 'hunter4',
  };

  test('an issuer that lacks a part, by its variable', () => {
    expect(refusal({ ...acme, OIDC_ACME_CLIENT_SECRET: '' })).toContain(
      "OIDC_ACME_CLIENT_SECRET is not set; it must be the client's secret",
    );
    expect(refusal({ ...acme, OIDC_ACME_ISSUER: 'acme' })).toContain('OIDC_ACME_ISSUER must be the address');
    expect(refusal({ ...acme, OIDC_ACME_TRUST_EMAIL: 'yes' })).toContain('OIDC_ACME_TRUST_EMAIL must be 1');
    expect(refusal({ ...acme, OIDC_ISSUERS: 'a-b' })).toContain('OIDC_ISSUERS must be names of letters');
  });

  test.each([
    ['http://id.acme.test', 'must begin with https://'],
    ['http://10.1.2.3', 'must begin with https://'],
    ['https://localhost:8443', 'is on this machine'],
  ])('S33 the issuer %s, unless PROVIDER_ALLOW lists it', (url, wanted) => {
    expect(refusal({ ...acme, OIDC_ACME_ISSUER: url })).toContain(wanted);
    const host = new URL(url).hostname;
    const read = readEnv({ ...acme, OIDC_ACME_ISSUER: url, PROVIDER_ALLOW: host });
    expect(read.issuers).toHaveLength(1);
    expect([read.networkAllow, read.lentTo]).toEqual([[], []]);
    // As before, but it is said.
    const lent = readEnv({ ...acme, OIDC_ACME_ISSUER: url, NETWORK_ALLOW: host });
    expect([lent.issuers.length, lent.lentTo]).toEqual([1, ['OIDC_ACME_ISSUER']]);
  });

  test('a rule for new people that means nothing', () => {
    for (const rule of ['everyone', 'domains:', 'domains:acme', 'domains:a.com,,b.com'])
      expect(refusal({ ...least, SIGN_UP: rule })).toContain('SIGN_UP must be invited, open, or domains:');
    expect(readEnv({ ...least, SIGN_UP: 'domains:Acme.test, b.org' }).signUp).toEqual({
      kind: 'domains',
      domains: ['acme.test', 'b.org'],
    });
  });

  test('directory mode without its app registration, or with something else in its place', () => {
    const message = refusal({ ...least, AUTH_MODE: 'directory' });
    for (const name of ['ENTRA_TENANT_ID', 'ENTRA_CLIENT_ID', 'ENTRA_CLIENT_SECRET']) {
      expect(message).toContain(`${name} is not set; it must be`);
    }
    expect(message).toContain('AD_ADMIN_EMAILS is not set; it must be the addresses');
    expect(refusal({ ...least, ENTRA_TENANT_ID: 'contoso' })).toContain('must be the Directory (tenant) ID');
    expect(refusal({ ...least, ENTRA_LOGIN_URL: 'http://login.test' })).toContain('https://');
    expect(refusal({ ...least, AD_ADMIN_EMAILS: 'ada' })).toContain('must be email addresses');
  });

  test('directory mode with everything that it needs is accepted, on every address', () => {
    const id = '8c1f4b52-6f0e-4a53-9b36-2f4f3f0f9a11';
    const { directory, host } = readEnv({
      ...least,
      AUTH_MODE: 'directory',
      ENTRA_TENANT_ID: id,
      ENTRA_CLIENT_ID: id,
      ENTRA_CLIENT_SECRET: 'a secret value',
      AD_ADMIN_EMAILS: 'ada@contoso.example, ben@contoso.example',
    });
    expect(host).toBe('0.0.0.0');
    expect(directory).toMatchObject({
      issuer: `https://login.microsoftonline.com/${id}/v2.0`,
      graphUrl: 'https://graph.microsoft.com',
      adminEmails: ['ada@contoso.example', 'ben@contoso.example'],
      syncEveryMs: 3_600_000,
    });
  });

  test('a mail server of another kind, and one without a sender address', () => {
    expect(refusal({ ...least, SMTP_URL: 'mail.test:25' })).toContain(
      'SMTP_URL must be an address such as smtp:',
    );
    expect(refusal({ ...least, SMTP_URL: 'smtp://mail.test' })).toContain('MAIL_FROM is not set; it must be');
  });

  test.each(['ops', '<ops@a.test> x', 'a <ops@a.test>\r\nBcc: b@b.test', '<a@a.test><b@b.test>'])(
    'S47 a sender such as %j',
    (sender) => {
      const smtp = { SMTP_URL: 'smtp://mail.test', MAIL_FROM: sender };
      expect(refusal({ ...least, ...smtp })).toContain('MAIL_FROM must be an email address');
    },
  );

  test('S31 demo mode on an address that others can reach, unless it is allowed', () => {
    const open = { ...least, HOST: '0.0.0.0' };
    expect(refusal(open)).toContain('DEMO_ALLOW_REMOTE=1');
    expect(readEnv({ ...open, DEMO_ALLOW_REMOTE: '1' }).host).toBe('0.0.0.0');
  });
});
