import { openapiTypeSystem } from '@/lib/type-systems/openapi/openapi';
import type { ConnectorContext } from '../connector-context';
import type { MixedConnector } from '../types';
import { type AwsConnection, awsConnectionSchema, lists } from './connection';
import { describe, describeAll } from './describe';
import { discover } from './discover';
import { goesElsewhere } from './executable';
import { execute } from './execute';
import { forgetInputs } from './lambda/inputs';
import { editInput } from './payload';
import { closeSessions, withOwnRole } from './session';
import { executions } from './step-functions/executions';

/** A role in an account of AWS: its Lambda functions and state machines in one region as commands. */
export const awsRoleConnector: MixedConnector<AwsConnection> = {
  kind: 'aws-role',
  label: 'AWS',
  thing: { one: 'function or state machine', many: 'functions and state machines' },
  addingWays: [
    { by: 'connection', label: 'Step Function' },
    { by: 'connection', label: 'Lambda' },
  ],
  typeSystem: openapiTypeSystem.name,
  capabilities: ['discovery'],
  // Code doesn't always tell all keys, so engineers can add the others.
  inputEdits: { 'aws-role': { type: true, key: false, addAndDelete: true, sync: true } },
  credType: 'aws',
  connection: awsConnectionSchema,
  secretKeys: ['externalId'],
  addressKeys: ['roleArn'],
  check,
  discover,
  describe,
  describeAll,
  editInput,
  goesElsewhere,
  thingsNameAccount: true,
  execute,
  elsewhere: executions,
  close: async () => {
    closeSessions();
    forgetInputs();
  },
};

/** Assumes the role, and asks each service that is listed for one thing. */
async function check(
  connection: AwsConnection,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<{ serverVersion: string }> {
  const account = connection.roleArn.split(':')[4];
  await withOwnRole(connection, context, signal, async (ask) => {
    if (lists(connection, 'lambda'))
      await ask('Lambda', ({ lambda }, options) => lambda.listFunctions({ MaxItems: 1 }, options));
    if (lists(connection, 'step-functions'))
      await ask('Step Functions', ({ steps }, options) =>
        steps.listStateMachines({ maxResults: 1 }, options),
      );
  });
  return { serverVersion: `AWS account ${account}, ${connection.regionName}` };
}
