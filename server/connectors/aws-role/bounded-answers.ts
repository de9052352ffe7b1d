import { pipeline, Readable, Transform } from 'node:stream';
import type { STSClient } from '@aws-sdk/client-sts';
import { NoAnswerOfAws } from './errors';

/** An assumed role takes two kilobytes. The SDK would take whatever comes. */
const MOST_BYTES = 1_000_000;

/** Cuts off responses that don't end: a real token service sends short ones. */
export function boundAnswers({ middlewareStack }: Pick<STSClient, 'middlewareStack'>): void {
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { response } = result;
      if (isWithBody(response)) response.body = bounded(response.body);
      return result;
    },
    // The nearest to the answer as it comes.
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
}

const isWithBody = (response: unknown): response is { body: Readable } =>
  typeof response === 'object' &&
  response !== null &&
  'body' in response &&
  response.body instanceof Readable;

function bounded(body: Readable): Readable {
  let bytes = 0;
  const bound = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > MOST_BYTES ? new NoAnswerOfAws() : null, chunk);
    },
  });
  return pipeline(body, bound, () => undefined);
}
