import { beforeAll, describe, expect, it } from 'vitest';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import {
  createCommand,
  createCredential,
  createOrganizations,
  integerInput,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

let credentialId: number;
beforeAll(async () => {
  await createOrganizations();
  credentialId = await createCredential(ORG_A);
});

const admin = { as: people.orgAdmin };

const newCommand = (name: string) =>
  createCommand(ORG_A, people.creator, credentialId, {
    friendlyName: name,
    inputs: [integerInput('amount')],
  });

const kit = ({ commandId }: MadeCommand) => `/${ORG_A}/kits/${commandId}`;

const total = {
  kind: 'column',
  path: 'total',
  resultSet: 1,
  name: 'Total',
  isHidden: false,
  order: 2,
  format: 'money',
  detail: 'EUR',
};
const masks = [{ kind: 'field', path: 'customer.email' }];
const changes = {
  outputObjectPath: 'data.items',
  outputDisplay: [total],
  maskedOutputs: masks,
  maskRevealers: [people.runner],
  chartFirst: true,
  outputInDownloads: true,
};
const answered = {
  output_object_path: 'data.items',
  output_display: [total],
  masked_outputs: masks,
  mask_revealers: [people.runner],
  chart_first: true,
  output_in_downloads: true,
};

const detail = async ({ commandId }: MadeCommand, as: string = people.orgAdmin) =>
  (await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as })).body;

describe('output settings', () => {
  it('are saved in one request and one revision, and read back', async () => {
    const command = await newCommand('saved');
    expect(await send('PATCH', kit(command), { ...admin, body: changes })).toMatchObject({
      status: 200,
      body: answered,
    });
    expect(await detail(command)).toMatchObject({ ...answered, version: 2 });
    const { body } = await send('GET', `${kit(command)}/revisions`, admin);
    const [latest] = body as { differences: { setting: string; after: unknown }[] }[];
    expect(latest?.differences.map(({ setting }) => setting).sort()).toEqual(Object.keys(answered).sort());
    expect(latest?.differences).toContainEqual(
      expect.objectContaining({ setting: 'output_display', before: [], after: [total] }),
    );
  });

  it('come back with a revision, except that masks stay and nobody else may reveal them', async () => {
    const command = await newCommand('restored');
    await send('PATCH', kit(command), { ...admin, body: changes });
    const iban = { kind: 'column', path: 'iban' };
    await send('PATCH', kit(command), {
      ...admin,
      body: {
        outputObjectPath: null,
        outputDisplay: [],
        maskedOutputs: [iban],
        maskRevealers: [],
        chartFirst: false,
      },
    });
    const { status } = await send('POST', `${kit(command)}/revisions/2/restore`, { ...admin, body: {} });
    expect(status).toBe(200);
    expect(await detail(command)).toMatchObject({
      ...answered,
      masked_outputs: [iban, ...masks],
      mask_revealers: [],
    });
  });

  it('are those of the original in a duplicate, masks included', async () => {
    const command = await newCommand('duplicated');
    await send('PATCH', kit(command), { ...admin, body: changes });
    const copy = await send('POST', `${kit(command)}/duplicate`, { ...admin, body: { name: 'A copy' } });
    const body = await detail({ ...command, commandId: numberIn(copy, 'kit_id') });
    expect(body).toMatchObject(answered);
  });

  it('do not tell runners who may reveal masked values', async () => {
    const command = await newCommand('told');
    await send('PATCH', kit(command), { ...admin, body: { ...changes, visibility: 'public' } });
    expect(await detail(command, people.runner)).toMatchObject({ masked_outputs: masks, mask_revealers: [] });
  });

  it('S41 are refused as a whole if any of them is not valid', async () => {
    const command = await newCommand('refused');
    for (const body of [
      { outputDisplay: [{ ...total, detail: 'euro' }] },
      { outputDisplay: [{ ...total, more: 1 }] },
      { outputDisplay: [{ ...total, format: 'script' }] },
      { maskedOutputs: [{ kind: 'table', path: 'x' }] },
      { maskRevealers: [7] },
      { outputObjectPath: 'a b', chartFirst: true },
    ]) {
      expect((await send('PATCH', kit(command), { ...admin, body })).status).toBe(400);
    }
    expect(await detail(command)).toMatchObject({ version: 1, output_display: [], chart_first: false });
  });
});
