import { ConnectorError } from '../_shared/connector-error';
import type { ConnectorContext } from '../connector-context';
import type { TemplateDescription } from '../things';
import type { AwsConnection } from './connection';
import { listAll } from './discover';
import { describeFunction } from './lambda/functions';
import { describeMachine } from './step-functions/state-machines';

/** How many things are described at the same time. Each may have a deployment package in memory. */
const mostAtOnce = 4;

export async function describe(
  connection: AwsConnection,
  context: ConnectorContext,
  cloudId: string,
): Promise<TemplateDescription> {
  const described = (await describeAll(connection, context, [cloudId])).get(cloudId);
  if (described !== undefined) return described;
  const message = `This account has no function or state machine ${cloudId} in ${connection.regionName} anymore.`;
  throw new ConnectorError('not_found', message);
}

export async function describeAll(
  connection: AwsConnection,
  context: ConnectorContext,
  cloudIds: readonly string[],
): Promise<Map<string, TemplateDescription>> {
  const described = new Map<string, TemplateDescription>();
  if (cloudIds.length === 0) return described;
  const { functions, machines } = await listAll(connection, context);
  const isWanted = new Set(cloudIds);
  const work = [
    ...functions
      .filter(({ FunctionArn }) => isWanted.has(FunctionArn))
      .map((listed) => () => describeFunction(connection, context, listed)),
    ...machines
      .filter(({ stateMachineArn }) => isWanted.has(stateMachineArn))
      .map((listed) => () => describeMachine(connection, context, listed)),
  ];
  const takeNext = async () => {
    for (let next = work.shift(); next !== undefined; next = work.shift()) {
      const each = await next().catch(unlessGone);
      if (each !== null) described.set(each.cloudId, each);
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, takeNext));
  return described;
}

/** What was deleted since it was listed is missing from the result. */
function unlessGone(thrown: unknown): null {
  if (thrown instanceof ConnectorError && thrown.code === 'not_found') return null;
  throw thrown;
}
