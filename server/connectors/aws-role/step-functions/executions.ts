import type { DescribeExecutionOutput } from '@aws-sdk/client-sfn';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import type { RunError } from '@/lib/runs/run-error';
import { ConnectorError } from '../../_shared/connector-error';
import { writeJsonDocument } from '../../_shared/json/write-json';
import { MemoryShare } from '../../_shared/memory-budget';
import type { ConnectorContext } from '../../connector-context';
import type { ResultSink } from '../../result-sink';
import type { WorkElsewhere } from '../../types';
import type { AwsConnection } from '../connection';
import { executionUrl, expressExecutionUrl } from '../console';
import { readExecutable, type StateMachineExecutable } from '../executable';
import { payloadOf } from '../payload';
import type { Region } from '../regions';
import { asRole } from '../session';

/** The service's own limits: for the input, and for the name of an execution. */
const largestInputBytes = 262_144;
const longestName = 80;
/** An express workflow runs for five minutes at most. */
const expressMs = 6 * 60_000;
const firstLookMs = 1000;
const longestLookMs = 30_000;

const handleSchema = z.object({
  executionArn: z.string(),
  /** Whether the link and the ARN were added to the run already. */
  isLinked: z.boolean(),
});

function inputOf(executable: StateMachineExecutable, call: Parameters<typeof payloadOf>[0]): string {
  const input = payloadOf(call, executable);
  const bytes = Buffer.byteLength(input);
  if (bytes <= largestInputBytes) return input;
  const message = `The values take ${Math.ceil(bytes / 1024)} kB, and Step Functions accepts 256 kB at most. Send less, or send the address of a file in Amazon S3.`;
  throw new ConnectorError('failed', message);
}

function stateMachineOf(stored: JsonValue): StateMachineExecutable {
  const executable = readExecutable(stored);
  if (executable.service === 'step-functions') return executable;
  throw new Error('A function does not run elsewhere');
}

/** Standard workflows: started under a name that is unique for a state machine, and followed until they end. */
export const executions: WorkElsewhere<AwsConnection> = {
  async start(connection, context, call, name) {
    const executable = stateMachineOf(call.executable);
    const { stateMachineArn } = executable;
    if (name.length > longestName) throw new Error(`The name ${name} is too long for an execution`);
    const input = inputOf(executable, call);
    const executionArn = await asRole(connection, context, 'Step Functions', async ({ steps }) => {
      try {
        const started = await steps.startExecution(
          { stateMachineArn, name, input },
          { abortSignal: call.signal },
        );
        return started.executionArn ?? executionArnOf(stateMachineArn, name);
      } catch (thrown) {
        // A worker started it and died before it could say so; the execution may even have ended since.
        if (thrown instanceof Error && thrown.name === 'ExecutionAlreadyExists')
          return executionArnOf(stateMachineArn, name);
        throw thrown;
      }
    });
    return { handle: { executionArn, isLinked: false }, lookAgainMs: firstLookMs };
  },

  async follow(connection, context, stored, sink, signal) {
    const handle = handleSchema.parse(stored);
    const { executionArn } = handle;
    const found = await asRole(connection, context, 'Step Functions', ({ steps }) =>
      steps.describeExecution({ executionArn }, { abortSignal: signal }),
    );
    if (!handle.isLinked) link(connection.regionName, executionArn, sink);
    if (found.status === 'RUNNING' || found.status === 'PENDING_REDRIVE' || found.status === undefined) {
      return {
        ended: false,
        lookAgainMs: pauseAfter(found.startDate),
        handle: { executionArn, isLinked: true },
      };
    }
    return { ended: true, errors: await writeEnd(found, context, sink) };
  },

  async cancel(connection, context, stored, signal) {
    const { executionArn } = handleSchema.parse(stored);
    await asRole(connection, context, 'Step Functions', ({ steps }) =>
      steps.stopExecution(
        { executionArn, error: 'Pushboard.Stopped', cause: 'The run was stopped in Pushboard.' },
        { abortSignal: signal },
      ),
    ).catch((thrown: unknown) => {
      if (!(thrown instanceof ConnectorError) || thrown.code !== 'not_found') throw thrown;
    });
  },
};

/** `arn:aws:states:{region}:{account}:stateMachine:{machine}` with the name of an execution. */
const executionArnOf = (stateMachineArn: string, name: string): string =>
  `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;

/** Young executions often end soon; one that has been running for hours isn't checked every second. */
function pauseAfter(startedAt: Date | undefined): number {
  const ageMs = startedAt === undefined ? 0 : Date.now() - startedAt.getTime();
  return Math.min(longestLookMs, Math.max(firstLookMs, Math.round(ageMs / 20)));
}

function link(region: Region, executionArn: string, sink: ResultSink): void {
  sink.metadata('Execution', executionArn);
  sink.link({ kind: 'execution', label: 'Open in AWS', url: executionUrl(region, executionArn) });
}

type Ended = Pick<DescribeExecutionOutput, 'output' | 'error' | 'cause'> & { status?: string | undefined };

async function writeEnd(found: Ended, context: ConnectorContext, sink: ResultSink): Promise<RunError[]> {
  const { status = '', output } = found;
  if (status !== 'SUCCEEDED') return [endError(status, found)];
  if (output === undefined || output === 'null') return [];
  const memory = new MemoryShare(context.memory);
  const body = Buffer.from(output);
  try {
    memory.hold(body.length);
    await writeJsonDocument([body], body.length, sink, memory);
  } finally {
    memory.release();
  }
  return [];
}

const endings: Readonly<Record<string, string>> = {
  FAILED: 'The execution failed.',
  TIMED_OUT: 'The execution took longer than its state machine allows.',
  ABORTED: 'The execution was stopped in AWS.',
};

/** What the failed state said: its error's name, and a cause that may be a whole JSON document. */
function endError(status: string, { error, cause }: Ended): RunError {
  const ending = endings[status] ?? `The execution ended as ${status}.`;
  const told = messageIn(cause ?? '');
  return {
    message: [error === undefined ? ending : `${ending} ${error}`, told].filter(Boolean).join(': '),
    code: error ?? status,
    detail: cause === undefined || cause === told ? null : cause.slice(0, 10_000),
    hint: 'The page of the execution in AWS shows the state that it ended in.',
    where: null,
    severity: 'ERROR',
  };
}

/** The message of a Lambda function's error, which is JSON in the cause; a short cause is a message itself. */
function messageIn(cause: string): string {
  try {
    const { errorMessage } = JSON.parse(cause);
    if (typeof errorMessage === 'string') return errorMessage;
  } catch {
    // It is plain text.
  }
  return cause.length <= 500 ? cause : '';
}

/** Express workflows answer while one waits. They have no name that prevents a second start, so nothing is repeated. */
export async function executeExpress(
  connection: AwsConnection,
  context: ConnectorContext,
  executable: StateMachineExecutable,
  call: Parameters<typeof payloadOf>[0] & { signal: AbortSignal },
  sink: ResultSink,
): Promise<{ errors: RunError[] }> {
  const input = inputOf(executable, call);
  const { stateMachineArn } = executable;
  const ended = await asRole(connection, context, 'Step Functions', ({ starting }) =>
    starting.startSyncExecution(
      { stateMachineArn, input },
      { abortSignal: call.signal, requestTimeout: expressMs },
    ),
  );
  const { executionArn = '', startDate = new Date() } = ended;
  sink.metadata('Execution', executionArn);
  sink.link({
    kind: 'execution',
    label: 'Open in AWS',
    url: expressExecutionUrl(connection.regionName, executionArn, startDate),
  });
  return { errors: await writeEnd(ended, context, sink) };
}
