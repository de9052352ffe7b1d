import type { ConnectorContext } from '../connector-context';
import type { Discovered } from '../things';
import { type AwsConnection, lists } from './connection';
import { discoveredFunction, listFunctions } from './lambda/functions';
import { discoveredMachine, listStateMachines } from './step-functions/state-machines';

/** Lists the functions and state machines of the region, as far as the connection is for them. */
export async function listAll(connection: AwsConnection, context: ConnectorContext) {
  const [functions, machines] = await Promise.all([
    lists(connection, 'lambda') ? listFunctions(connection, context) : [],
    lists(connection, 'step-functions') ? listStateMachines(connection, context) : [],
  ]);
  return { functions, machines };
}

export async function discover(connection: AwsConnection, context: ConnectorContext): Promise<Discovered[]> {
  const { functions, machines } = await listAll(connection, context);
  return [...functions.map(discoveredFunction), ...machines.map(discoveredMachine)];
}
