import type { FunctionConfiguration } from '@aws-sdk/client-lambda';
import { Recent } from '@/lib/base/memory/recent';
import type { TemplateInput } from '@/lib/inputs/input';
import { ConnectorError } from '../../_shared/connector-error';
import { send } from '../../_shared/http/send';
import { MemoryShare } from '../../_shared/memory-budget';
import type { ConnectorContext } from '../../connector-context';
import { inputsOf } from '../code/event-keys';
import { handlerPlace, readHandler } from '../code/read-handler';
import { type AwsConnection, qualified } from '../connection';
import { asRole } from '../session';

/** A function with what every function has. */
export type ListedFunction = FunctionConfiguration & { FunctionArn: string; FunctionName: string };

/** Larger packages contain dependencies for the most part, and aren't downloaded. */
const largestPackageBytes = 25_000_000;
const downloadMs = 60_000;
const mostRemembered = 2000;

/** What the code of a function says, by the hash of the code and the handler. Null if it says nothing. */
const remembered = new Recent<TemplateInput[] | null>(mostRemembered);

export function forgetInputs(): void {
  remembered.clear();
}

/**
 * The inputs of a function, read from the code of its handler. The package is downloaded once for each version of the
 * code, and is never executed. Null if the code doesn't say: another runtime, a container image, a handler that passes
 * its event on, or a role that may not read the code.
 */
export async function readInputs(
  connection: AwsConnection,
  context: ConnectorContext,
  listed: ListedFunction,
): Promise<TemplateInput[] | null> {
  const place = handlerPlace(listed.Runtime ?? '', listed.Handler ?? '');
  if (place === null || (listed.CodeSize ?? 0) > largestPackageBytes) return null;
  const key = JSON.stringify([listed.CodeSha256, place]);
  const known = remembered.get(key);
  if (known !== undefined) return structuredClone(known);
  const memory = new MemoryShare(context.memory);
  try {
    const zip = await download(connection, context, listed, memory);
    if (zip === null) return null;
    const use = await readHandler(zip, place);
    const says = use !== null && (use.reads.length > 0 || !use.isPassedOn);
    const inputs = says ? inputsOf(use.reads) : null;
    remembered.set(key, inputs);
    return structuredClone(inputs);
  } finally {
    memory.release();
  }
}

/** The deployment package; null if the role may not read it. */
async function download(
  connection: AwsConnection,
  context: ConnectorContext,
  { FunctionName }: ListedFunction,
  memory: MemoryShare,
): Promise<Uint8Array | null> {
  const address = await addressOf(connection, context, FunctionName);
  if (address === null) return null;
  const { origin, pathname, search } = new URL(address);
  const response = await send(
    {
      method: 'GET',
      origin,
      target: pathname + search,
      headers: [['accept', '*/*']],
      body: null,
      secretHeaders: [],
      secretTexts: [search],
      isBodySecret: false,
    },
    {
      guard: context,
      // The package is in memory twice while it is put together.
      limits: { timeoutMs: downloadMs, maximumBytes: largestPackageBytes, memory },
      signal: new AbortController().signal,
    },
  );
  if (response.status !== 200) {
    const message = `The code of ${FunctionName} could not be downloaded: Amazon S3 answered ${response.status}. Try again.`;
    throw new ConnectorError('unreachable', message);
  }
  memory.hold(response.body.sizeBytes * 2);
  return Buffer.concat(response.body.chunks());
}

/** A presigned address of the package, which is a secret for ten minutes; null if the role may not have it. */
async function addressOf(
  connection: AwsConnection,
  context: ConnectorContext,
  name: string,
): Promise<string | null> {
  try {
    const { Code } = await asRole(connection, context, 'Lambda', ({ lambda }) =>
      lambda.getFunction({ FunctionName: name, ...qualified(connection) }),
    );
    const address = Code?.Location ?? '';
    return URL.canParse(address) ? address : null;
  } catch (thrown) {
    if (thrown instanceof ConnectorError && thrown.code === 'unauthorized') return null;
    throw thrown;
  }
}
