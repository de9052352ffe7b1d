import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from '../support/journey';
import { people } from '../support/people';
import { SANDBOX } from '../support/steps';

const run = promisify(execFile);

/** Ten calls with the types of openapi-typescript. */
const withFetch = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

const [baseUrl = '', orgId = '', token = ''] = process.argv.slice(2);
const { GET, POST } = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });

async function answered<T>(call: Promise<{ data?: T; error?: components['schemas']['Error'] }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}
const path = { orgId };
const me = await answered(GET('/api/v1/users/me'));
const orgs = await answered(GET('/api/v1/users/me/orgs'));
const commands = await answered(GET('/api/v1/{orgId}/skinny-kits', { params: { path } }));
const folders = await answered(GET('/api/v1/{orgId}/directories', { params: { path } }));
const kitId = commands.find(({ name }) => name === 'Customer profile')?.kit_id ?? 0;
const detail = await answered(GET('/api/v1/{orgId}/deep-kits-6/{kitId}', { params: { path: { orgId, kitId } } }));
const presets = await answered(GET('/api/v1/{orgId}/kits/{kitId}/presets', { params: { path: { orgId, kitId } } }));
const body = { kitId, olId: detail.anchor_ol.ol_id, params: { customer_id: 1042 } };
const ran = await answered(POST('/api/v1/{orgId}/run-sync', { params: { path }, body }));
const runs = await answered(GET('/api/v1/{orgId}/skinny-runs', { params: { path, query: { per_page: 5 } } }));
const summary = await answered(GET('/api/v1/{orgId}/skinny-runs/{runId}', { params: { path: { orgId, runId: ran.run_id } } }));
const missing = await GET('/api/v1/{orgId}/deep-kits-6/{kitId}', { params: { path: { orgId, kitId: 2147483647 } } });
console.log(JSON.stringify([me?.name, orgs.length, folders.length, presets.length, ran.status, summary.run_id === ran.run_id, runs.length > 0, missing.error?.error.code]));
`;

/** The same ten with the client that @hey-api/openapi-ts writes. */
const withHeyApi = `
import { client } from './hey/client.gen';
import * as api from './hey';

const [baseUrl = '', orgId = '', token = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: ({ scheme }) => (scheme === 'bearer' ? token : undefined) });
const path = { orgId };
const all = { throwOnError: true } as const;
const { data: me } = await api.readMe(all);
const { data: orgs } = await api.listMyOrgs(all);
const { data: commands } = await api.listCommands({ path, ...all });
const { data: folders } = await api.listFolders({ path, ...all });
const kitId = commands.find(({ name }) => name === 'Customer profile')?.kit_id ?? 0;
const { data: detail } = await api.readCommand({ path: { orgId, kitId }, ...all });
const { data: presets } = await api.listPresets({ path: { orgId, kitId }, ...all });
const { data: ran } = await api.runAndWait({ path, body: { kitId, olId: detail.anchor_ol.ol_id, params: { customer_id: 1042 } }, ...all });
const { data: runs } = await api.listRuns({ path, query: { per_page: 5 }, ...all });
const { data: summary } = await api.readRunSummary({ path: { orgId, runId: ran.run_id }, ...all });
const missing = await api.readCommand({ path: { orgId, kitId: 2147483647 } });
console.log(JSON.stringify([me?.name, orgs.length, folders.length, presets.length, ran.status, summary.run_id === ran.run_id, runs.length > 0, missing.error?.error.code]));
`;

const tsconfig = {
  compilerOptions: {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(process.cwd(), 'node_modules/@types')],
    noEmit: true,
  },
};

test('clients that others generate from the description type-check, and call the API', {
  tag: '@long',
}, async ({ workspace, request }) => {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-clients-'));
  const program = (name: string) => join(folder, 'node_modules/.bin', name);
  try {
    await cp('tests/e2e/api/clients', folder, { recursive: true });
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    const description = await request.get(`${workspace.origin}/api/v1/openapi.json`);
    await writeFile(join(folder, 'openapi.json'), await description.text());
    await writeFile(join(folder, 'with-fetch.ts'), withFetch);
    await writeFile(join(folder, 'with-hey-api.ts'), withHeyApi);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    await run(program('openapi-typescript'), ['openapi.json', '-o', 'schema.d.ts'], { cwd: folder });
    const client = ['-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch'];
    await run(program('openapi-ts'), client, { cwd: folder });
    const checked = await run(program('tsc'), ['-p', '.'], { cwd: folder }).catch((thrown) => thrown);
    expect(checked.stdout).toBe('');

    const made = await request.post(`${workspace.origin}/api/v1/users/me/tokens/copied`, {
      headers: { 'x-demo-user-id': people.admin },
    });
    const { token } = await made.json();
    for (const name of ['with-fetch.ts', 'with-hey-api.ts']) {
      const args = ['--import', 'tsx', join(folder, name), workspace.origin, SANDBOX.orgId, token];
      const { stdout } = await run(process.execPath, args);
      const [me, orgs, folders, presets, status, isSame, hasRuns, missing] = JSON.parse(stdout);
      expect([me, status, isSame, hasRuns, missing]).toEqual([
        'Dana Lee',
        'success',
        true,
        true,
        'not_found',
      ]);
      expect([orgs, folders, presets].every(Number.isInteger)).toBe(true);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
