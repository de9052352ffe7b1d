import { afterAll, beforeAll } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { numberIn, send } from '../../support/app/http';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { connectApi } from '../../support/things/api-commands';
import { type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';

interface WireInput {
  key: string;
  type_id: string;
  lego_instance_input_id: number;
  lego_input_id: number;
  [setting: string]: unknown;
}

export const as = people.orgAdmin;

let api: HttpDouble;
let credsId = 0;
let made = 0;

/** An API that answers with what it was sent, and a connection to it. Call it after the organizations are there. */
export function withEchoingApi(ready: () => Promise<void>): { origin(): string; madeCount(): number } {
  beforeAll(async () => {
    await ready();
    api = await startHttpDouble((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        const { url, headers } = request;
        response.end(
          JSON.stringify({
            url,
            tenant: headers['x-tenant'] ?? null,
            body: Buffer.concat(pieces).toString(),
          }),
        );
      });
    });
    credsId = await connectApi(api.origin);
  });
  afterAll(() => api.close());
  return { origin: () => api.origin, madeCount: () => made };
}

/** A command of a request with a path and a query parameter. */
export async function createManual(method = 'post'): Promise<MadeCommand> {
  made += 1;
  const input = (key: string) => ({ key, typeSystem: 'openapi', typeName: 'string' });
  const answered = await send('POST', `/${ORG_A}/command-templates`, {
    as: people.orgAdmin,
    body: {
      credsId,
      name: `request ${made}`,
      cloudId: `api::${method}::${api.origin}/things${made}/{id}?limit={limit}`,
      paramSchema: null,
      inputs: [input('path.id'), { ...input('query.limit'), defaultAmbiguousInput: 'omit' }],
      executionEnv: 'nol',
    },
  });
  return { commandId: numberIn(answered, 'kit_id'), templateId: numberIn(answered, 'ol_id') };
}

export async function read({ commandId }: MadeCommand) {
  const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as });
  const { version, anchor_ol } = body as {
    version: number;
    anchor_ol: { kit_run_schema: WireInput[]; param_source_capabilities: object };
  };
  return { version, inputs: anchor_ol.kit_run_schema, rights: anchor_ol.param_source_capabilities };
}

export async function inputOf(command: MadeCommand, key: string): Promise<WireInput> {
  const found = (await read(command)).inputs.find((input) => input.key === key);
  if (found === undefined) throw new Error(`Input ${key} doesn't exist`);
  return found;
}

export const add = ({ commandId }: MadeCommand, body: object, person: string = as) =>
  send('POST', `/${ORG_A}/kits/${commandId}/lego-instance-inputs`, { as: person, body });
export const legoInput = (key: string, typeId = 'string') => ({
  legoInput: { key, typeSystem: 'openapi', typeId },
});
export const edit = async (command: MadeCommand, key: string, body: object) =>
  send(
    'PATCH',
    `/${ORG_A}/kits/${command.commandId}/lego-inputs/${(await inputOf(command, key)).lego_input_id}`,
    {
      as,
      body,
    },
  );
export const remove = async (command: MadeCommand, key: string) =>
  send(
    'DELETE',
    `/${ORG_A}/kits/${command.commandId}/lego-inputs/${(await inputOf(command, key)).lego_input_id}`,
    {
      as,
    },
  );

export async function run(command: MadeCommand, params: Record<string, JsonValue>) {
  const { body } = await runSync(command, params, as);
  const { payload } = body as { payload: Record<string, string> };
  return payload;
}
