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
import { asRole, closeSessions, forgetRole } from './session';
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
): Promise<{ serverVersion: string }> {
  // Whether the role can be assumed now is the question.
  forgetRole(connection, context);
  const account = connection.roleArn.split(':')[4];
  if (lists(connection, 'lambda'))
    await asRole(connection, context, 'Lambda', ({ lambda }) => lambda.listFunctions({ MaxItems: 1 }));
  if (lists(connection, 'step-functions'))
    await asRole(connection, context, 'Step Functions', ({ steps }) =>
      steps.listStateMachines({ maxResults: 1 }),
    );
  return { serverVersion: `AWS account ${account}, ${connection.regionName}` };
}
