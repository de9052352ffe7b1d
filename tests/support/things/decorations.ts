import { prisma } from '@/server/base/database/prisma';
import { numberIn, send } from '../app/http';
import { createCommand, createCredential, integerInput, type MadeCommand, ORG_A } from './organizations';
import { people } from './people';

/** A command whose results are known, one that its buttons open, and one that only its creator has. */
export interface DecoratedCommands {
  orders: MadeCommand;
  refund: MadeCommand;
  /** The creator's alone. */
  secret: MadeCommand;
  /** Columns and a field of `orders`. */
  outputs: { id: number; total: number; otherSet: number; field: number };
  /** Inputs of `refund`. */
  inputs: { order_id: number; amount: number; hidden: number };
}

async function inputOf({ commandId }: MadeCommand, key: string): Promise<number> {
  const where = { commandId, templateInput: { key } };
  return (await prisma().commandInput.findFirstOrThrow({ where })).inputId;
}

async function output(
  { commandId }: MadeCommand,
  path: string,
  more: { kind?: 'column' | 'field'; resultSet?: number } = {},
): Promise<number> {
  const data = {
    orgId: ORG_A,
    commandId,
    kind: 'column',
    resultSet: 0,
    position: 0,
    path,
    type: 'integer',
    ...more,
  };
  return (await prisma().outputColumn.create({ data })).outputColumnId;
}

/** Creates the commands. The engineer configures `orders` and runs `refund`; the runner runs `orders` alone. */
export async function createDecoratedCommands(): Promise<DecoratedCommands> {
  const credentialId = await createCredential(ORG_A);
  const make = (friendlyName: string, keys: string[]) =>
    createCommand(ORG_A, people.creator, credentialId, {
      friendlyName,
      inputs: keys.map((key) => integerInput(key)),
    });
  const [orders, refund, secret] = [
    await make('orders', ['customer']),
    await make('refund', ['order_id', 'amount', 'hidden']),
    await make('secret', ['x']),
  ];
  await prisma().command.update({ where: { commandId: secret.commandId }, data: { visibility: 'justme' } });
  await prisma().commandUserGrant.createMany({
    data: [
      { orgId: ORG_A, commandId: orders.commandId, userId: people.engineer, role: 'admin' },
      { orgId: ORG_A, commandId: orders.commandId, userId: people.runner, role: 'runner' },
      { orgId: ORG_A, commandId: refund.commandId, userId: people.engineer, role: 'runner' },
    ],
  });
  const hidden = await inputOf(refund, 'hidden');
  await prisma().commandInput.update({ where: { inputId: hidden }, data: { hidden: true } });
  return {
    orders,
    refund,
    secret,
    outputs: {
      id: await output(orders, 'id'),
      total: await output(orders, 'total'),
      otherSet: await output(orders, 'id', { resultSet: 1 }),
      field: await output(orders, 'customer.id', { kind: 'field' }),
    },
    inputs: {
      order_id: await inputOf(refund, 'order_id'),
      amount: await inputOf(refund, 'amount'),
      hidden,
    },
  };
}

/** Adds a button to rows of `orders` that opens `refund`. Returns its id. */
export async function addRowButton(
  { orders, refund, outputs, inputs }: DecoratedCommands,
  more: object = {},
  as: string = people.engineer,
): Promise<number> {
  const body = {
    name: 'Refund',
    inputKitId: refund.commandId,
    colMaps: [{ noOutColId: outputs.id, legoInstanceInputId: inputs.order_id }],
    ...more,
  };
  return numberIn(
    await send('POST', `/${ORG_A}/kits/${orders.commandId}/decorations`, { as, body }),
    'decoration_id',
  );
}
