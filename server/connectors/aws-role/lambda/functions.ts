import type { FunctionConfiguration } from '@aws-sdk/client-lambda';
import type { Discovered, TemplateDescription } from '@/server/connectors/things';
import { ConnectorError } from '../../_shared/connector-error';
import type { ConnectorContext } from '../../connector-context';
import { type AwsConnection, qualified } from '../connection';
import type { LambdaExecutable } from '../executable';
import { payloadShapeOf, wholeInput } from '../payload';
import { asRole } from '../session';
import { type ListedFunction, readInputs } from './inputs';

/** The largest page that the service returns. */
const pageSize = 50;
const mostPages = 400;

/** Lists all functions of the region. */
export async function listFunctions(
  connection: AwsConnection,
  context: ConnectorContext,
): Promise<ListedFunction[]> {
  const found: ListedFunction[] = [];
  let marker: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await asRole(connection, context, 'Lambda', ({ lambda }) =>
      lambda.listFunctions({ MaxItems: pageSize, ...(marker === undefined ? {} : { Marker: marker }) }),
    );
    found.push(...(answer.Functions ?? []).flatMap(withNames));
    marker = answer.NextMarker;
    if (marker === undefined || marker === '') return found;
  }
  throw new ConnectorError(
    'failed',
    `The account has more than ${(pageSize * mostPages).toLocaleString('en')} functions in this region. Pushboard lists no more.`,
  );
}

function withNames(configuration: FunctionConfiguration): ListedFunction[] {
  const { FunctionArn, FunctionName } = configuration;
  return FunctionArn === undefined || FunctionName === undefined
    ? []
    : [{ ...configuration, FunctionArn, FunctionName }];
}

const namesOf = ({ FunctionArn, FunctionName }: ListedFunction) => ({
  cloudId: FunctionArn,
  cloudName: FunctionName,
  friendlyName: FunctionName,
  likeness: [],
  warningTag: null,
});

export const discoveredFunction = (listed: ListedFunction): Discovered => ({
  ...namesOf(listed),
  unavailableReason: null,
  extension: null,
  traits: [
    'Lambda function',
    listed.PackageType === 'Image' ? 'container image' : (listed.Runtime ?? ''),
  ].filter(Boolean),
  folder: 'Lambda',
});

/** The function as the connection's alias or version has it: its code may be older than what is listed. */
async function asCalled(
  connection: AwsConnection,
  context: ConnectorContext,
  listed: ListedFunction,
): Promise<ListedFunction> {
  const { FunctionName } = listed;
  const { Qualifier } = qualified(connection);
  if (Qualifier === undefined) return listed;
  try {
    const { Configuration } = await asRole(connection, context, 'Lambda', ({ lambda }) =>
      lambda.getFunction({ FunctionName, Qualifier }),
    );
    return { ...listed, ...Configuration, FunctionArn: listed.FunctionArn, FunctionName };
  } catch (thrown) {
    // A function without the alias stays a command: calling it says what is missing. A role that may not read the code
    // doesn't get it in the next step, either.
    if (!(thrown instanceof ConnectorError)) throw thrown;
    if (thrown.code === 'not_found' || thrown.code === 'unauthorized') return listed;
    throw thrown;
  }
}

/** Describes a function, with the keys that its handler reads from the event as inputs. */
export async function describeFunction(
  connection: AwsConnection,
  context: ConnectorContext,
  listed: ListedFunction,
): Promise<TemplateDescription> {
  const read = await readInputs(connection, context, await asCalled(connection, context, listed));
  const inputs = read ?? [
    wholeInput('event', 'The event as a whole. Its keys could not be read from the code.'),
  ];
  const executable: LambdaExecutable = {
    service: 'lambda',
    functionName: listed.FunctionName,
    logGroup: listed.LoggingConfig?.LogGroup ?? `/aws/lambda/${listed.FunctionName}`,
    ...payloadShapeOf(inputs, read === null ? 'event' : null),
  };
  return { ...namesOf(listed), description: listed.Description || null, inputs, executable };
}
