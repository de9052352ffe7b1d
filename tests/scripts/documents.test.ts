import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readEnv } from '@/server/base/env';
import { variables } from '@/server/base/env-variables';
import { allConnectors } from '@/server/connectors/registry';
import { writtenDocuments } from '../../scripts/documents/written-documents';
import { wantedRole } from '../../scripts/starting/process-role.mjs';

const read = (file: string) => readFileSync(file, 'utf8');

/** The headings of a document as links name them: in lower case, with hyphens, without punctuation. */
const headingsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
const packageFile = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

test.each(writtenDocuments())('$file is what npm run docs writes', ({ file, content }) => {
  expect(read(file)).toBe(content);
});

describe('the page of variables', () => {
  const page = read('docs/configuration.md');
  const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (?:`(\S+)` )?\|/gm)];

  test('has every variable once, and no other', () => {
    expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(variables).sort());
  });

  test('gives each default, also those that a start computes', () => {
    const told = Object.fromEntries(rows.map(([, name, fallback]) => [name, fallback]));
    const databaseUrl = 'postgresql://app:pw@db:5432/app';
    const key = Buffer.alloc(32).toString('base64');
    const env = readEnv({ DATABASE_URL: databaseUrl, ENCRYPTION_KEYS: `k1:${key}` });
    expect(told.REQUESTS_PER_SECOND).toBe(String(env.requestsPerSecond));
    expect(told.DEMO_ALLOW_REMOTE).toBe(env.demoAllowRemote ? '1' : '0');
    expect(told.HOST).toBe(env.host);
    expect(told.APP_URL?.replace('{PORT}', String(env.port))).toBe(env.appUrl);
    expect(resolve(told.DATA_DIR ?? '')).toBe(env.dataDir);
    expect(told.RESULTS_DIR?.replace('{DATA_DIR}', env.dataDir)).toBe(env.resultsDir);
    expect(told.DATABASE_DIRECT_URL?.replace('{DATABASE_URL}', databaseUrl)).toBe(env.databaseDirectUrl);
  });
});

test('the documented proxies keep the port of the address, and let requests live as long as run-sync may take', () => {
  const page = read('docs/sign-in.md');
  expect(page).toContain('proxy_set_header Host $http_host;');
  expect(page).not.toContain('Host $host;');
  for (const limit of ['proxy_read_timeout 1h;', 'timeout server 1h', 'client_max_body_size 50m;']) {
    expect(page).toContain(limit);
  }
});

test('the README stays short enough to be read', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

test('every link between documents leads to a file, and to a heading in it', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => join('docs', file)),
  ];
  const lost = documents.flatMap((from) =>
    [...read(from).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, path, heading]) => {
      const to = path ? join(dirname(from), path) : from;
      if (!existsSync(to)) return `${from}: ${link}`;
      return heading === undefined || headingsOf(to).includes(heading) ? [] : `${from}: ${link}`;
    }),
  );
  expect(lost).toEqual([]);
});

test('every decision stands once in the list by subject', () => {
  const decisions = readdirSync('docs/decisions').filter((file) => /^\d{4}-/.test(file));
  const listed = [...read('docs/decisions/README.md').matchAll(/^- \[(\d{4})\]\((\1-[\w-]+\.md)\): \S/gm)];
  expect(listed.map(([, , file]) => file).sort()).toEqual(decisions.sort());
});

test('every npm script that the documents name exists', () => {
  const named = [
    'README.md',
    'CONTRIBUTING.md',
    'docs/operations.md',
    'docs/sign-in.md',
    'Dockerfile',
  ].flatMap((file) =>
    [...read(file).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(([, name]) => name ?? ''),
  );
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(packageFile.scripts).toHaveProperty([name]);
});

test('every file that the pages about new controls and settings name exists', () => {
  for (const [page, least] of [
    ['docs/adding-a-control.md', 25],
    ['docs/adding-a-setting.md', 8],
  ] as const) {
    const named = [...read(page).matchAll(/`((?:server|lib|components|tests|prisma)\/[\w./-]+)`/g)];
    expect(named.length).toBeGreaterThanOrEqual(least);
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
  }
});

test('every file that the page about new sources names exists', () => {
  const named = [
    ...read('docs/adding-a-source.md').matchAll(/`((?:server|lib|components|tests)\/[\w./{}-]+)`/g),
  ];
  expect(named.length).toBeGreaterThan(15);
  for (const { kind, capabilities } of allConnectors()) {
    for (const [, path = ''] of named) {
      const file = path.replace('{kind}', kind);
      // A kind that only has uploaded documents has nothing to discover or describe itself.
      if (kind === 'rest' && /(discover|describe)\.ts$/.test(file)) continue;
      // A store of results and a reader of key vaults have no commands.
      const hasCommands = !capabilities.includes('stores') && !capabilities.includes('keyVault');
      if (!hasCommands && !/connect(ion|or)\.ts$/.test(file)) continue;
      expect([file, existsSync(file)]).toEqual([file, true]);
    }
  }
});

describe('the image', () => {
  const steps = read('Dockerfile')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({ word: line.split(' ')[0], rest: line.slice(line.indexOf(' ') + 1) }));
  const of = (word: string) => steps.filter((step) => step.word === word).map((step) => step.rest);

  test('installs as npm start installs', () => {
    const flags = ['--no-save', '--omit=dev', '--ignore-scripts'];
    expect(of('RUN')[0]).toBe(`npm install ${flags.join(' ')}`);
    for (const flag of flags) expect(read('scripts/building/packages.mjs')).toContain(`'${flag}'`);
  });

  test('builds with npm run build, and runs what npm start runs, not as root', () => {
    expect(of('RUN')[1]).toMatch(/^npm run build && /);
    expect(JSON.parse(of('ENTRYPOINT')[0] ?? '').join(' ')).toBe(packageFile.scripts.start);
    expect(of('USER')).toEqual(['node']);
  });

  test('leaves build output and all secrets out of its context', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const path of ['node_modules', '.next', '.build', '.data', 'generated', '.env', '.git']) {
      expect(ignored).toContain(path);
    }
  });
});

describe('docker-compose.yml', () => {
  /** What keeps a container from more than it needs. A read-only container writes to its volumes and to memory. */
  const confined = z.object({
    read_only: z.literal(true),
    tmpfs: z.array(z.string().startsWith('/')).min(1),
    cap_drop: z.tuple([z.literal('ALL')]),
    security_opt: z.array(z.string()).refine((options) => options.includes('no-new-privileges:true')),
    mem_limit: z.string().regex(/^\d+[mg]$/),
    pids_limit: z.int(),
    volumes: z.array(z.string()).min(1),
  });
  const compose = z
    .object({
      services: z.object({
        postgres: confined,
        pushboard: confined.extend({
          environment: z.record(z.string(), z.string()),
          env_file: z.tuple([
            z.object({ path: z.literal('sign-in.env'), required: z.literal(false) }),
            z.object({ path: z.literal('settings.env'), required: z.literal(false) }),
          ]),
          ports: z.array(z.string()),
          cap_add: z.undefined().optional(),
        }),
      }),
    })
    .parse(parse(read('docker-compose.yml')));
  const { environment, ports } = compose.services.pushboard;

  test('sets a configuration that is accepted with an identity provider, and refused without one', () => {
    const secrets: Record<string, string> = {
      POSTGRES_PASSWORD: 'pw',
      DATABASE_PASSWORD: 'app-pw',
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    };
    const filled = Object.entries(environment).map(([name, text]) => [
      name,
      text.replace(
        /\$\{(\w+):[-?]([^}]*)\}/g,
        (_whole, secret: string, fallback: string) => secrets[secret] ?? fallback,
      ),
    ]);
    for (const name of Object.keys(environment)) expect(variables).toHaveProperty([name]);
    const unusable = () => readEnv(Object.fromEntries(filled));
    expect(unusable).toThrow('AUTH_MODE is hosted, but nobody could sign in: set OIDC_ISSUERS');
    const provider = {
      OIDC_ISSUERS: 'acme',
      OIDC_ACME_ISSUER: 'https://id.acme.test',
      OIDC_ACME_CLIENT_ID: 'pushboard',
      OIDC_ACME_CLIENT_SECRET: 'secret',
    };
    expect(readEnv({ ...Object.fromEntries(filled), ...provider })).toMatchObject({
      authMode: 'hosted',
      host: '0.0.0.0',
      databaseUrl: 'postgresql://pushboard_app:app-pw@postgres:5432/pushboard',
      databaseOwnerUrl: 'postgresql://pushboard:pw@postgres:5432/pushboard',
    });
  });

  test('gives the database role of web and worker another password than the owner', () => {
    const passwordIn = (text = '') => /\$\{(\w+):/.exec(text)?.[1];
    expect(passwordIn(environment.DATABASE_URL)).toBe('DATABASE_PASSWORD');
    expect(passwordIn(environment.DATABASE_OWNER_URL)).toBe('POSTGRES_PASSWORD');
  });

  test('S31 never starts demo mode, and is open to this machine only', () => {
    expect(environment.AUTH_MODE).toMatch(/:-hosted\}$/);
    expect(environment.DEMO_ALLOW_REMOTE).toBeUndefined();
    expect(ports).toEqual(['127.0.0.1:3000:3000']);
  });
});

test('the services that the documents show start everything, a web process, and a worker', () => {
  const starts = [
    ...read('docs/operations.md').matchAll(/^\s*ExecStart=\/usr\/bin\/node scripts\/start\.mjs ?(.*)$/gm),
  ];
  const roles = starts.map(([, role = '']) => wantedRole(role === '' ? [] : role.split(' ')));
  expect(roles.sort()).toEqual(['web', 'worker', undefined]);
});

test("the operator's commands that the documents name are there", () => {
  const named = (text: string) =>
    [...text.matchAll(/npm run admin -- ([\w-]+)/g)].map(([, word = '']) => word);
  const documents = [
    'README.md',
    ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ];
  const known = new Set(named(read('scripts/operator/admin.ts')));
  const wanted = new Set(documents.flatMap((file) => named(read(file))));
  expect([...wanted].filter((word) => !known.has(word))).toEqual([]);
  expect([...known].filter((word) => !wanted.has(word))).toEqual([]);
});
