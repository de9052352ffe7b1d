import { expect } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { send } from '@/tests/support/app/http';
import { ORG_A } from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';
import { syncOf, type WireRow } from '@/tests/support/things/sync';

export const refund = `create function shop.refund(order_id integer, reason text default 'none') returns integer
  language sql as 'select 1'`;
export const refundSignature = 'shop.refund(integer, text)';

export const changesOf = (row: WireRow | undefined) =>
  row?.changes.map(({ key, change, before, after }) => [key, change, before, after]);

/** Helpers for commands of a source whose routines change. */
export function syncedCommands(source: Parameters<typeof syncOf>[0]) {
  const sync = syncOf(source);
  const { look, commitAs, commitRows, cloudId } = sync;
  const adding = (signature: string) => ({ cloudId: cloudId(signature), commitType: 'addition' as const });

  /** Creates a routine and a command of it. */
  async function commandOf(statement: string, ...signatures: string[]): Promise<number[]> {
    await source.query(statement);
    const { body } = await commitAs(people.orgAdmin, signatures.map(adding));
    const { commits } = body as { commits: { command_instances: { kit_id: number }[] }[] };
    return commits.map(({ command_instances: [command] }) => command?.kit_id ?? Number.NaN);
  }

  const inputsOf = async (commandId: number) => {
    const rows = await prisma().commandInput.findMany({
      where: { commandId },
      include: { templateInput: true },
      orderBy: { position: 'asc' },
    });
    return rows.map(({ templateInput, ...input }) => ({ key: templateInput.key, ...input }));
  };

  const keysOf = async (commandId: number) => (await inputsOf(commandId)).map(({ key }) => key);

  async function configure(commandId: number, key: string, settings: object): Promise<void> {
    const input = (await inputsOf(commandId)).find((each) => each.key === key);
    const target = `/${ORG_A}/kits/${commandId}/li-inputs/${input?.inputId}`;
    const { status, body } = await send('PATCH', target, { as: people.orgAdmin, body: settings });
    expect(status, JSON.stringify(body)).toBe(200);
  }

  async function onlyChange(): Promise<WireRow> {
    const { modified, added, deleted } = await look();
    expect({ added: added.length, deleted: deleted.length, modified: modified.length }).toEqual({
      added: 0,
      deleted: 0,
      modified: 1,
    });
    const [row] = modified;
    if (row === undefined) throw new Error('Nothing changed');
    return row;
  }

  async function bring(row: WireRow): Promise<void> {
    expect((await commitRows([row], 'update')).map(({ error }) => error)).toEqual([null]);
    const again = await look();
    expect(again.modified).toEqual([]);
  }

  return { ...sync, commandOf, inputsOf, keysOf, configure, onlyChange, bring };
}
