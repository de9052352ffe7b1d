import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { pool, sql } from '@/server/base/database/db';
import { withApp } from '../../app/app';
import { type Answered, numberIn, send } from '../../app/http';
import { createOrganizations, type MadeCommand, ORG_A } from '../../things/organizations';
import { people } from '../../things/people';
import { connectionPart, OWN } from './account';
import { AwsDouble } from './aws-double';
import { packageOf, REFUND_SOURCE } from './packages';

const as = people.orgAdmin;

/** Requests to connect an account. */
export const connect = (part: object = connectionPart): Promise<Answered> =>
  send('POST', `/${ORG_A}/creds`, { as, body: { credType: 'aws', name: 'Billing account', aws: part } });

/** Connects the account of the double. Returns the id of the connection. */
export async function connectAccount(): Promise<number> {
  const connected = await connect({ ...connectionPart, awsCredsId: null });
  expect(connected.status).toBe(201);
  return numberIn(connected, 'creds_id');
}

/** Adds a function or a state machine of an account as a command. */
export async function commitOfAccount(credentialId: number, cloudId: string): Promise<MadeCommand> {
  const { body } = await send('POST', `/${ORG_A}/batch-commit`, {
    as,
    body: { cloudId, credsId: credentialId, commitType: 'addition' },
  });
  expect(body).toMatchObject({ commits: [{ cloud_id: cloudId, error: null }] });
  const { rows } = await pool().query<{ command_id: number; template_id: number }>(
    'select c.command_id, c.template_id from command c join template t using (org_id, template_id) where t.cloud_id = $1',
    [cloudId],
  );
  const [made] = rows;
  if (made === undefined) throw new Error(`${cloudId} was not added`);
  return { commandId: made.command_id, templateId: made.template_id };
}

/** The inputs of a command, with their types. */
export async function keysOf({ commandId }: MadeCommand): Promise<string[]> {
  const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as });
  const { anchor_ol } = body as { anchor_ol: { kit_run_schema: { key: string; type_id: string }[] } };
  return anchor_ol.kit_run_schema.map(({ key, type_id }) => `${key}: ${type_id}`);
}

/** The tables in which a secret stands as it is. Every secret of the double has `-canary-` in it. */
export async function tablesWithSecrets(): Promise<string[]> {
  const tables = await sql.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.query<{ text: string }>(`select t::text as text from ${name} t`);
    if (JSON.stringify(rows).includes('-canary-')) found.push(name);
  }
  return found;
}

/** A double of AWS with two functions and two state machines, for the Pushboard of a test file. Await it at its top. */
export async function withAwsDouble(): Promise<AwsDouble> {
  const double = await new AwsDouble().start();
  withApp({
    AWS_ENDPOINT: double.origin,
    AWS_ACCESS_KEY_ID: OWN.accessKeyId,
    AWS_SECRET_ACCESS_KEY: OWN.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: 'true',
  });
  beforeAll(async () => {
    await createOrganizations();
    fillAccount(double);
  });
  beforeEach(() => {
    double.faultOf = () => null;
    double.afterStart = null;
  });
  afterAll(() => double.stop());
  return double;
}

function fillAccount(double: AwsDouble): void {
  double.functions.set('refund-order', {
    name: 'refund-order',
    runtime: 'python3.13',
    handler: 'app.handler',
    description: 'Refunds an order.',
    zip: packageOf('app.py', REFUND_SOURCE),
    invoke: (event) => ({ payload: JSON.stringify([event]), log: 'START\nrefunding\nEND\n' }),
  });
  double.functions.set('legacy', {
    name: 'legacy',
    invoke: () => ({
      payload: '{"errorMessage":"order not found","errorType":"KeyError","stackTrace":["line 1","line 2"]}',
      functionError: 'Unhandled',
      log: 'Traceback',
    }),
  });
  double.machines.set('onboard', {
    name: 'onboard',
    definition: {
      StartAt: 'A',
      States: { A: { Type: 'Task', Resource: 'r', Parameters: { 'x.$': '$.customer' }, End: true } },
    },
  });
  double.machines.set('quick', {
    name: 'quick',
    type: 'EXPRESS',
    definition: {
      QueryLanguage: 'JSONata',
      StartAt: 'A',
      States: { A: { Type: 'Succeed', Output: '{% $states.input.n %}' } },
    },
    answer: (input) => ({ output: JSON.stringify(input) }),
  });
}
