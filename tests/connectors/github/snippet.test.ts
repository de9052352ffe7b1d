import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { commitOfAccount, keysOf } from '../../support/doubles/aws/connected-account';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';
import { runs, titleOf } from './running';
import { type OwnGithub, startGithub } from './support';

const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
withApp({ SCRIPT_RUNNERS: 'r', DATA_DIR: folder });

const as = people.orgAdmin;
// An option whose flag is computed can't be found by reading, so that an engineer adds it.
const SCRIPT = `
month <- "2026-01"
arguments <- commandArgs(trailingOnly = TRUE)
cat(month, Sys.getenv("REGION", "none"), arguments, "\\n")
`;

let own: OwnGithub;
let command: MadeCommand;

const post = (path: string, body: JsonValue) => send('POST', `/${ORG_A}${path}`, { as, body });

beforeAll(async () => {
  await createOrganizations();
  own = await startGithub({ 'report.R': SCRIPT });
  const connected = await post('/creds', {
    credType: 'github',
    name: 'Reports',
    github: { ...own.part, runsOn: 'worker' },
  });
  const credsId = numberIn(connected, 'creds_id');
  command = await commitOfAccount(credsId, `github::${credsId}::report.R`);
});

afterAll(async () => {
  await own.double.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Found {
  inputs: { [key: string]: JsonValue }[];
  messages: JsonValue[];
}

const SNIPPET = `
library(optparse)
parser <- OptionParser(option_list = list(
  make_option("--rows", type = "integer", default = 10L, help = "how many rows")
))
zone <- Sys.getenv("ZONE")
if (zone == "") stop("ZONE is required")
options <- parse_args(parser)
`;

test('S44 a snippet of R is read, with the line of each input, and never run', async () => {
  const { status, body } = await post('/r-snippet-inputs', {
    snippet: `${SNIPPET}system("touch /tmp/ran")\n`,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    inputs: [
      {
        key: 'rows',
        type_id: 'integer',
        required: false,
        default_value: 10,
        description: 'how many rows',
        line: 4,
        passing: { by: 'option', flag: '--rows' },
      },
      { key: 'ZONE', type_id: 'character', required: true, line: 6, passing: { by: 'environment' } },
    ],
  });
});

test('a snippet that is empty, or asks for nothing, says so', async () => {
  expect(await post('/r-snippet-inputs', { snippet: ' \n' })).toMatchObject({
    status: 400,
    body: { error: { issues: [{ path: 'snippet', message: 'Paste your R code first.' }] } },
  });
  const nothing = await post('/r-snippet-inputs', { snippet: 'f <- function() 1\n' });
  expect(nothing).toMatchObject({ status: 200, body: { inputs: [] } });
});

test('a snippet that is no R is refused, with the line to correct', async () => {
  const message = "Line 2 isn't valid R. Correct it, then parse the snippet again.";
  const refused = await post('/r-snippet-inputs', {
    snippet: 'zone <- Sys.getenv("ZONE")\nif (zone == "" {\n  stop()\n}\n',
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { message, issues: [{ path: 'snippet', message }] } },
  });
});

test('what a snippet told becomes inputs, and what no script takes does not', async () => {
  const { inputs } = (await post('/r-snippet-inputs', { snippet: SNIPPET })).body as unknown as Found;
  const path = `/kits/${command.commandId}/lego-instance-inputs`;
  const refused = await post(path, {
    legoInput: { key: 'x', typeId: 'character', passing: { by: 'magic' } },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { message: "The script can't take a value like that." } },
  });
  const created = await post(
    path,
    inputs.map(({ key, type_id, default_value, description, passing, required }) => ({
      legoInput: { key, typeId: type_id, defaultValue: default_value, description, passing },
      defaultAmbiguousInput: required === true ? null : 'omit',
    })) as JsonValue,
  );
  expect(created.status).toBe(201);
  expect(await keysOf(command)).toEqual(expect.arrayContaining(['rows: integer', 'ZONE: character']));
});

describe.runIf(runs('r'))(titleOf('r', 'a run'), () => {
  withWorker();

  test('takes them as the snippet said', async () => {
    expect((await runSync(command, { rows: 3 }, as)).status).toBe(400);
    const { body } = await runSync(command, { rows: 3, ZONE: 'EU', REGION: 'north' }, as);
    expect(JSON.stringify(body)).toContain('2026-01 north --rows=3');
  });
});
