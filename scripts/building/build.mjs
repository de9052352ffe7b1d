import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { webFolders } from './build-id.mjs';
import { inTurn } from './build-turn.mjs';
import { codeDefinition, commitDefinitions } from './commit.mjs';
import { hashOf, isFresh, markFresh } from './freshness.mjs';
import { dropLostPreloads } from './lost-preloads.mjs';
import { runQuietly } from './run-quietly.mjs';

const programFolders = ['cli', 'jobs', 'lib', 'prisma', 'scripts', 'server'];

const programs = {
  worker: 'jobs/main.ts',
  serve: 'scripts/serve.ts',
  'serve-role': 'scripts/serve-role.ts',
  prepare: 'scripts/prepare.ts',
  'verify-audit': 'scripts/operator/verify-audit.ts',
  admin: 'scripts/operator/admin.ts',
  backup: 'scripts/operator/backup/backup.ts',
  keys: 'scripts/operator/keys/keys.ts',
  reader: 'server/sources/imports/upload/reader.ts',
  rows: 'server/results/rows/process/main.ts',
  scripts: 'server/connectors/github/analysis/process/main.ts',
  'sample-api': 'prisma/demo/sample-api/main.ts',
};

/** Generates the typed database client from prisma/schema into generated/, if it has changed. */
export const ensureClient = () => inTurn(makeClient);

async function makeClient() {
  const hash = hashOf([join('prisma', 'schema')]);
  if (isFresh('client', hash) && existsSync(join('generated', 'prisma', 'client.ts'))) return 'up to date';
  await runQuietly('prisma generate', process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
    // The client needs neither. Without these, Prisma would look for a download and for updates.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  });
  markFresh('client', hash);
}

/** Where the command line is made, which people install by itself. */
const commandLine = join('.build', 'cli.mjs');

/** Bundles our own programs into .build/: all of our code, and no packages but in the command line. */
export const ensurePrograms = () => inTurn(makePrograms);

async function makePrograms() {
  const hash = hashOf(programFolders);
  const made = Object.keys(programs).every((name) => existsSync(join('.build', `${name}.mjs`)));
  if (made && existsSync(commandLine) && isFresh('programs', hash)) return 'up to date';
  const { build, stop } = await import('esbuild');
  const define = Object.fromEntries(
    Object.entries({ ...commitDefinitions(), ...codeDefinition() }).map(([name, text]) => [
      name,
      JSON.stringify(text),
    ]),
  );
  await build({
    entryPoints: programs,
    outdir: '.build',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    define,
    // Writes constants where they are used. In a bundle they are variables otherwise, and sorting takes a quarter longer.
    minifySyntax: true,
    sourcemap: true,
    logLevel: 'warning',
  });
  await build({
    entryPoints: ['cli/main.ts'],
    outfile: commandLine,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minify: true,
    logLevel: 'warning',
  });
  // Its own process would keep running as long as ours.
  await stop();
  markFresh('programs', hash);
}

/** Builds the web app into .next/. */
export const ensureWeb = () => inTurn(makeWeb);

async function makeWeb() {
  // As they are before the build: it may not have read what changes meanwhile.
  const hash = hashOf(webFolders);
  if (existsSync(join('.next', 'BUILD_ID')) && isFresh('web', hash)) return 'up to date';
  await runQuietly('next build', process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  });
  dropLostPreloads();
  markFresh('web', hash);
}
