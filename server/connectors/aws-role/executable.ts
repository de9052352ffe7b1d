import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '../_shared/connector-error';
import { numberShape } from '../_shared/json/number-shape';

/** How the values of a call become the JSON that is sent. */
const payloadShape = {
  /** The input that is the event as a whole, to which the others are added; null if each input is a key of it. */
  wholeKey: z.string().nullable(),
  /** By input, which parts of its value are numbers. */
  numbers: z.record(z.string(), numberShape),
};

/** What a template stores about a Lambda function or a state machine. */
const awsExecutable = z.discriminatedUnion('service', [
  z.object({
    service: z.literal('lambda'),
    functionName: z.string(),
    /** Where the function writes its log. */
    logGroup: z.string(),
    ...payloadShape,
  }),
  z.object({
    service: z.literal('step-functions'),
    stateMachineArn: z.string(),
    /** Express workflows return while one waits; standard ones go on for as long as a year. */
    isExpress: z.boolean(),
    ...payloadShape,
  }),
]);

export type AwsExecutable = z.output<typeof awsExecutable>;
export type LambdaExecutable = Extract<AwsExecutable, { service: 'lambda' }>;
export type StateMachineExecutable = Extract<AwsExecutable, { service: 'step-functions' }>;

/** Whether the work continues elsewhere: of standard state machines, it does. */
export function goesElsewhere(stored: JsonValue): boolean {
  const { data } = awsExecutable.safeParse(stored);
  return data?.service === 'step-functions' && !data.isExpress;
}

/** Parses what a template stores. Throws if another version of Pushboard wrote it in another shape. */
export function readExecutable(executable: JsonValue): AwsExecutable {
  const read = awsExecutable.safeParse(executable);
  if (read.success) return read.data;
  const message = 'This command was saved in an outdated format. Sync it, then run it again.';
  throw new ConnectorError('failed', message, null, { cause: read.error });
}
