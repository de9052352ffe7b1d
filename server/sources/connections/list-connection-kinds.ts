import { z } from 'zod';
import type {
  connectionKind,
  listConnectionKinds as listConnectionKindsOperation,
} from '@/lib/contract/sources/credentials';
import type { Decoded } from '@/lib/wire/wire';
import { allConnectors, factsOf } from '@/server/connectors/registry';
import type { Context } from '@/server/operations/context';

/** The kinds of connections, with each connector's own schema as JSON Schema, from which forms are generated. */
export async function listConnectionKinds(
  _: Context<typeof listConnectionKindsOperation>,
): Promise<Decoded<typeof connectionKind>[]> {
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
