import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { withClient } from '@/scripts/postgres/connect';
import { SANDBOX } from './steps';

/** Changes the sample database, as its owner: creates the routines that a journey needs, or drops them. */
export async function changeSource(statements: string): Promise<void> {
  const folder = join(process.env.DATA_DIR ?? '.data', 'postgres');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim();
  const url = `postgresql://sample_owner:${read('sample_owner-password')}@127.0.0.1:${read('port')}/sample_shop`;
  await withClient(url, (client) => client.query(statements));
}

/** Creates a command of a routine of the sample database that has the routine's name. Returns the command's id. */
export async function addCommand(api: APIRequestContext, routine: string): Promise<number> {
  const headers = { 'x-demo-user-id': 'demo-dana' };
  const base = `/api/v1/${SANDBOX.orgId}`;
  // Other journeys connect databases of their own.
  const credentials: { creds_id: number; is_builtin: boolean; source_kind: string }[] = await (
    await api.get(`${base}/creds`, { headers })
  ).json();
  const credsId = credentials.find((each) => each.is_builtin && each.source_kind === 'postgres')?.creds_id;
  const found = await (await api.post(`${base}/find-additions`, { headers, data: { credsId } })).json();
  const row = found.added.find((each: { friendly_name: string }) => each.friendly_name === routine);
  if (row === undefined) throw new Error(`The sample database offers no ${routine}`);
  // What the source says nothing about is marked as safe, so that it runs without a question.
  const warningTag = row.warning_tag ?? 'safe';
  const data = { cloudId: row.cloud_id, credsId, commitType: 'addition', name: routine, warningTag };
  const { commits } = await (await api.post(`${base}/batch-commit`, { headers, data })).json();
  return commits[0].command_instances[0].kit_id;
}
