import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Files of a small project. Each pair breaks the rule that it is listed under. */
const offences: Record<string, Record<string, string>> = {
  'no-cycles': {
    'lib/cycle-a.ts': "import { b } from './cycle-b'; export const a = () => b;",
    'lib/cycle-b.ts': "import { a } from './cycle-a'; export const b = () => a;",
  },
  'nothing-missing': { 'lib/missing.ts': "import { x } from './nowhere'; export const y = x;" },
  'nobody-imports-app-or-jobs': {
    'jobs/main.ts': 'export const main = 1;',
    'server/starts-jobs.ts': "import { main } from '@/jobs/main'; export const m = main;",
  },
  'app-and-jobs-keep-apart': {
    'app/page.tsx': "import { main } from '@/jobs/main'; export default () => <p>{main}</p>;",
  },
  'lib-is-pure': {
    'lib/reads-server.ts': "import { m } from '@/server/starts-jobs'; export const n = m;",
    'node_modules/pg/package.json': '{"name":"pg","version":"1.0.0","main":"index.js"}',
    'node_modules/pg/index.js': 'export const pool = 1;',
    'lib/reads-rows.ts': "import { pool } from 'pg'; export const p = pool;",
  },
  'lib-without-node': {
    'lib/reads-files.ts': "import { readFileSync } from 'node:fs'; export const r = readFileSync;",
  },
  'components-know-lib-only': {
    'components/ui/a.tsx': "import { m } from '@/server/starts-jobs'; export const A = () => <b>{m}</b>;",
  },
  'imports-downward-in-components': {
    'components/library/list.tsx': 'export const List = () => <ul />;',
    'components/builder/form.tsx':
      "import { List } from '../library/list'; export const Form = () => <List />;",
  },
  'imports-downward-in-server': {
    'server/runs/start/run.ts': 'export interface Run { id: number }',
    'server/access/load-run.ts':
      "import type { Run } from '@/server/runs/start/run'; export type Loaded = Run | null;",
  },
  'imports-downward-in-server/sources/imports': {
    'server/sources/imports/upload/file.ts': 'export const file = 1;',
    'server/sources/imports/parse/read.ts':
      "import { file } from '../upload/file'; export const read = file;",
  },
  'imports-downward-in-lib': {
    'lib/contract/run.ts': 'export const run = 1;',
    'lib/base/values.ts': "import { run } from '@/lib/contract/run'; export const value = run;",
  },
  'server-knows-lib-only': {
    'scripts/tool.ts': 'export const tool = 1;',
    'server/uses-tool.ts': "import { tool } from '@/scripts/tool'; export const t = tool;",
  },
  'only-server-touches-the-database-client': {
    'generated/prisma/client.ts': 'export const client = 1;',
    'components/ui/b.tsx':
      "import { client } from '@/generated/prisma/client'; export const B = () => <b>{client}</b>;",
  },
  'the-command-line-knows-lib-only': {
    'cli/runs.ts': "import { m } from '@/server/starts-jobs'; export const o = m;",
  },
  'only-for-development': {
    'node_modules/developing/package.json': '{"name":"developing","version":"1.0.0","main":"index.js"}',
    'node_modules/developing/index.js': 'export const help = 1;',
    'server/uses-developing.ts': "import { help } from 'developing'; export const h = help;",
  },
  'only-declared-packages': {
    'node_modules/undeclared/package.json': '{"name":"undeclared","version":"1.0.0","main":"index.js"}',
    'node_modules/undeclared/index.js': 'export const help = 1;',
    'tests/uses-undeclared.ts': "import { help } from 'undeclared'; export const h = help;",
  },
  'connectors-know-what-they-are-handed': {
    'server/base/database/db.ts': 'export const db = 1;',
    'server/connectors/rest/execute.ts':
      "import { db } from '@/server/base/database/db'; export const e = db;",
  },
  'connectors-keep-apart': {
    'server/connectors/aws/execute.ts': "import { e } from '../rest/execute'; export const f = e;",
  },
};

const checker = resolve('scripts/rooms.mjs');
const { default: config }: { default: { forbidden: { name: string }[] } } = await import(
  resolve('.dependency-cruiser.mjs')
);
let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'pushboard-imports-'));
});
afterAll(() => rm(project, { recursive: true, force: true }));

async function write(files: Record<string, string>): Promise<void> {
  const whole = {
    'tsconfig.json': '{"compilerOptions":{"jsx":"react-jsx","paths":{"@/*":["./*"]}}}',
    'package.json': '{"type":"module","devDependencies":{"developing":"1.0.0"}}',
    ...files,
  };
  for (const [path, text] of Object.entries(whole)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
}

function check() {
  return spawnSync(process.execPath, [checker], { cwd: project, encoding: 'utf8' });
}

test('a check that sees no files fails', async () => {
  await write({});
  const { status, stdout } = check();
  expect(stdout).toContain('0 files');
  expect(status).toBe(1);
});

test('each rule is noticed when it is broken', async () => {
  for (const files of Object.values(offences)) await write(files);
  await write({ 'server/attic/box.ts': 'export const box = 1;' });
  const { status, stderr } = check();
  const seen = stderr.split('\n').map((line) => line.split(':')[0]);
  const rules = config.forbidden.map(({ name }) => name);
  expect([...new Set(rules)].filter((rule) => !seen.includes(rule))).toEqual([]);
  expect(stderr).toContain('lib-is-pure: lib/reads-rows.ts');
  expect(stderr).toContain(
    'imports-downward-in-server: server/access/load-run.ts → server/runs/start/run.ts',
  );
  expect(stderr).toContain('in no room of the plan: server/attic/box.ts');
  expect(status).toBe(1);
});
