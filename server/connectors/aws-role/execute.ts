import type { RunError } from '@/lib/runs/run-error';
import type { ConnectorContext } from '../connector-context';
import type { ResultSink } from '../result-sink';
import type { Call } from '../types';
import type { AwsConnection } from './connection';
import { readExecutable } from './executable';
import { invoke } from './lambda/invoke';
import { executeExpress } from './step-functions/executions';

/** Calls what answers while one waits: a function, or an express workflow. */
export async function execute(
  connection: AwsConnection,
  context: ConnectorContext,
  call: Call,
  sink: ResultSink,
): Promise<{ errors: RunError[] }> {
  const executable = readExecutable(call.executable);
  return executable.service === 'lambda'
    ? invoke(connection, context, executable, call, sink)
    : executeExpress(connection, context, executable, call, sink);
}
