import { setTimeout as wait } from 'node:timers/promises';
import type { InvocationResponse } from '@aws-sdk/client-lambda';
import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { LAMBDA_REQUEST_ID } from '@/lib/results/result-facts';
import type { RunError } from '@/lib/runs/run-error';
import { ConnectorError } from '../../_shared/connector-error';
import { NotReadableJson } from '../../_shared/json/json-scanner';
import { writeJsonDocument } from '../../_shared/json/write-json';
import { MemoryShare } from '../../_shared/memory-budget';
import type { ConnectorContext } from '../../connector-context';
import type { ResultSink } from '../../result-sink';
import type { Call } from '../../types';
import { type AwsConnection, qualified } from '../connection';
import { logSinceUrl, logUrl } from '../console';
import { isThrottled } from '../errors';
import type { LambdaExecutable } from '../executable';
import { payloadOf } from '../payload';
import { asRole } from '../session';

/** A function runs for 15 minutes at most. */
const invokeMs = 16 * 60_000;
/** A call that was refused because of too many others had no effect, so it is repeated after these pauses. */
const pausesMs = [500, 1500, 4000];

/**
 * Calls a function and waits for its answer. The end of its log is added to the run's log. An error of the function
 * becomes the run's error, and its answer stays the result.
 */
export async function invoke(
  connection: AwsConnection,
  context: ConnectorContext,
  executable: LambdaExecutable,
  call: Call,
  sink: ResultSink,
): Promise<{ errors: RunError[] }> {
  const payload = Buffer.from(payloadOf(call, executable));
  const memory = new MemoryShare(context.memory);
  try {
    // What a long call does can be watched meanwhile.
    const since = logSinceUrl(connection.regionName, executable.logGroup, new Date());
    sink.link({ kind: 'console', label: 'Log of the function', url: since });
    const answer = await invokePatiently(connection, context, executable, payload, call.signal);
    const body = Buffer.from(answer.Payload ?? []);
    memory.hold(body.length);
    logAnswer(connection, executable, answer, sink);
    await writeAnswer(body, sink, memory);
    return { errors: answer.FunctionError === undefined ? [] : [functionError(answer.FunctionError, body)] };
  } finally {
    memory.release();
  }
}

type Answer = InvocationResponse & { $metadata: { requestId?: string | undefined } };

async function invokePatiently(
  connection: AwsConnection,
  context: ConnectorContext,
  { functionName }: LambdaExecutable,
  payload: Buffer,
  signal: AbortSignal,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await asRole(connection, context, 'Lambda', async ({ invoking }) => {
      try {
        return await invoking.invoke(
          {
            FunctionName: functionName,
            ...qualified(connection),
            InvocationType: 'RequestResponse',
            LogType: 'Tail',
            Payload: payload,
          },
          { abortSignal: signal, requestTimeout: invokeMs },
        );
      } catch (thrown) {
        if (isThrottled(thrown) && attempt < pausesMs.length) return null;
        throw thrown;
      }
    });
    if (answer !== null) return answer;
    await wait(pausesMs[attempt], undefined, { signal }).catch((cause: unknown) => {
      throw new ConnectorError('cancelled', 'The call was stopped.', null, { cause });
    });
  }
}

function logAnswer(
  { regionName }: AwsConnection,
  { logGroup }: LambdaExecutable,
  { LogResult = '', ExecutedVersion, $metadata: { requestId } }: Answer,
  sink: ResultSink,
): void {
  const tail = Buffer.from(LogResult, 'base64').toString('utf8').trimEnd();
  if (tail !== '')
    for (const message of tail.split('\n')) sink.log({ level: 'info', message, atMs: Date.now() });
  if (requestId !== undefined) {
    sink.metadata(LAMBDA_REQUEST_ID, requestId);
    sink.link({ kind: 'log', label: 'CloudWatch log', url: logUrl(regionName, logGroup, requestId) });
  }
  if (ExecutedVersion !== undefined && ExecutedVersion !== '$LATEST')
    sink.metadata('Version', ExecutedVersion);
}

/** A function that returns nothing answers `null`, which counts as no result. */
async function writeAnswer(body: Buffer, sink: ResultSink, memory: MemoryShare): Promise<void> {
  if (body.length === 0 || body.equals(Buffer.from('null'))) return;
  try {
    await writeJsonDocument([body], body.length, sink, memory);
  } catch (thrown) {
    if (!(thrown instanceof NotReadableJson)) throw thrown;
    await sink.whole({ format: 'string', chunks: [body] });
  }
}

/** What the runtime reports of an exception: `{errorMessage, errorType, stackTrace}`. */
function functionError(kind: string, body: Buffer): RunError {
  const told = body.length > 1_000_000 ? {} : reported(body);
  const type = textAt(told, 'errorType');
  const message = textAt(told, 'errorMessage');
  const stack = told.stackTrace ?? told.trace ?? null;
  return {
    message: message ?? `The function failed (${kind}).`,
    code: type ?? kind,
    detail: Array.isArray(stack) && stack.length > 0 ? stack.map(String).join('\n').slice(0, 10_000) : null,
    hint: hintOf(type ?? '', message ?? ''),
    where: null,
    severity: 'ERROR',
  };
}

function reported(body: Buffer): Record<string, JsonValue> {
  try {
    const read = parseExactJson(body.toString('utf8'));
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : {};
  } catch {
    return {};
  }
}

const textAt = (told: Record<string, JsonValue>, key: string): string | null => {
  const value = told[key];
  return typeof value === 'string' && value !== '' ? value : null;
};

function hintOf(type: string, message: string): string | null {
  if (type === 'Function.ResponseSizeTooLarge')
    return 'Lambda answers with 6 MB at most. Have the function return less, or write its result to Amazon S3 and return the address.';
  if (/Task timed out/.test(message))
    return "The function's own timeout ended it. Raise it in AWS, or give the function less to do.";
  if (type === 'Runtime.ExitError' || type === 'Runtime.OutOfMemory')
    return 'The process of the function ended, perhaps because it ran out of memory. Its log tells more.';
  return null;
}
