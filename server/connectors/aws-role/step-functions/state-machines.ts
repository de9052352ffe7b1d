import type { DescribeStateMachineOutput, StateMachineListItem } from '@aws-sdk/client-sfn';
import type { Discovered, TemplateDescription } from '@/server/connectors/things';
import { ConnectorError } from '../../_shared/connector-error';
import type { ConnectorContext } from '../../connector-context';
import { inputsOf } from '../code/event-keys';
import type { AwsConnection } from '../connection';
import type { StateMachineExecutable } from '../executable';
import { payloadShapeOf, wholeInput } from '../payload';
import { asRole } from '../session';
import { readDefinition } from './definition';

/** The largest page that the service returns. */
const pageSize = 1000;
const mostPages = 20;

/** A state machine with what every one has. */
export type ListedMachine = StateMachineListItem & { stateMachineArn: string; name: string };

/** Lists all state machines of the region. */
export async function listStateMachines(
  connection: AwsConnection,
  context: ConnectorContext,
): Promise<ListedMachine[]> {
  const found: ListedMachine[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await asRole(connection, context, 'Step Functions', ({ steps }) =>
      steps.listStateMachines({ maxResults: pageSize, ...(nextToken === undefined ? {} : { nextToken }) }),
    );
    found.push(
      ...(answer.stateMachines ?? []).flatMap((listed) => {
        const { stateMachineArn, name } = listed;
        return stateMachineArn === undefined || name === undefined
          ? []
          : { ...listed, stateMachineArn, name };
      }),
    );
    nextToken = answer.nextToken;
    if (nextToken === undefined || nextToken === '') return found;
  }
  throw new ConnectorError(
    'failed',
    `The account has more than ${(pageSize * mostPages).toLocaleString('en')} state machines in this region. Pushboard lists no more.`,
  );
}

const namesOf = ({ stateMachineArn, name }: ListedMachine) => ({
  cloudId: stateMachineArn,
  cloudName: name,
  friendlyName: name,
  likeness: [],
  warningTag: null,
});

export const discoveredMachine = (listed: ListedMachine): Discovered => ({
  ...namesOf(listed),
  unavailableReason: null,
  extension: null,
  traits: [listed.type === 'EXPRESS' ? 'express state machine' : 'state machine'],
  folder: 'Step Functions',
});

/** Describes a state machine, with the keys that its definition reads from the input as inputs. */
export async function describeMachine(
  connection: AwsConnection,
  context: ConnectorContext,
  listed: ListedMachine,
): Promise<TemplateDescription> {
  const described = await asRole(connection, context, 'Step Functions', ({ steps }) =>
    steps.describeStateMachine({ stateMachineArn: listed.stateMachineArn }),
  );
  const use = definitionUse(described);
  const says = use !== null && (use.reads.length > 0 || !use.isPassedOn);
  const inputs = says
    ? inputsOf(use.reads)
    : [wholeInput('input', 'The input as a whole. Its keys could not be read from the definition.')];
  const executable: StateMachineExecutable = {
    service: 'step-functions',
    stateMachineArn: listed.stateMachineArn,
    isExpress: listed.type === 'EXPRESS',
    ...payloadShapeOf(inputs, says ? null : 'input'),
  };
  return { ...namesOf(listed), description: commentOf(described), inputs, executable };
}

const definitionUse = ({ definition }: DescribeStateMachineOutput) =>
  definition === undefined ? null : readDefinition(definition);

/** The `Comment` of a definition, unless it is the one that the console writes. */
function commentOf({
  description,
  definition = '{}',
}: DescribeStateMachineOutput & { description?: string }) {
  if (description) return description;
  try {
    const { Comment: comment } = JSON.parse(definition);
    return typeof comment === 'string' && comment !== '' && comment !== 'A description of my state machine'
      ? comment
      : null;
  } catch {
    return null;
  }
}
