import { z } from 'zod';
import type {
  connectionKind,
  listConnectionKinds as listConnectionKindsOperation,
} from '@/lib/contract/credentials';
import type { Ours } from '@/lib/contract/wire';
import { allConnectors, factsOf } from '@/server/connectors/registry';
import type { Context } from '@/server/http/context';

/** What can be connected, with each connector's own schema as JSON Schema: forms are made from it. */
export async function listConnectionKinds(
  _: Context<typeof listConnectionKindsOperation>,
): Promise<Ours<typeof connectionKind>[]> {
  return allConnectors().map((connector) => {
    const { kind, ...facts } = factsOf(connector);
    const { credType, secretKeys, connection } = connector;
    const schema = z.toJSONSchema(connection, { io: 'input', unrepresentable: 'any' });
    return {
      ...facts,
      sourceKind: kind,
      credType,
      secretKeys: [...secretKeys],
      schema: JSON.parse(JSON.stringify(schema)),
    };
  });
}
