/** Pushboard's own identity at the double. */
export const OWN = { accessKeyId: 'AKIAPUSHBOARDTEST', secretAccessKey: 'own-secret-canary-1f7c' };
export const ROLE_ARN = 'arn:aws:iam::123456789012:role/Pushboard';
export const EXTERNAL_ID = 'external-id-canary-93ab';
export const REGION = 'eu-central-1';
const ACCOUNT = '123456789012';

export const connectionPart = { roleArn: ROLE_ARN, externalId: EXTERNAL_ID, regionName: REGION };
export const functionArn = (name: string): string => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`;
export const machineArn = (name: string): string =>
  `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${name}`;

/** What a function answers to an event. */
export interface Invoked {
  payload: string;
  functionError?: 'Handled' | 'Unhandled';
  log?: string;
}

export interface DoubleFunction {
  name: string;
  runtime?: string;
  handler?: string;
  description?: string;
  /** The deployment package; without one, it is a container image. */
  zip?: Buffer;
  invoke(event: unknown): Invoked | Promise<Invoked>;
  /** What its aliases have instead. */
  aliases?: Record<string, Pick<DoubleFunction, 'invoke' | 'zip'>>;
}

export interface DoubleMachine {
  name: string;
  definition: unknown;
  type?: 'STANDARD' | 'EXPRESS';
  /** How an express workflow ends. */
  answer?: (input: unknown) => { output?: string; error?: string; cause?: string };
}

/** One execution. It goes on until a test ends it. */
export interface DoubleExecution {
  executionArn: string;
  name: string;
  stateMachineArn: string;
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  input: string;
  startedAt: number;
  output?: string;
  error?: string;
  cause?: string;
  /** How often a start was requested. */
  asked: number;
}

/** An error that the double answers with instead of acting. */
export interface DoubleFault {
  status: number;
  code: string;
  message: string;
}

export const faults = {
  throttled: { status: 429, code: 'TooManyRequestsException', message: 'Rate Exceeded.' },
  throttledSteps: { status: 400, code: 'ThrottlingException', message: 'Rate exceeded' },
  expired: { status: 403, code: 'ExpiredTokenException', message: 'The security token is expired' },
  refused: {
    status: 403,
    code: 'AccessDeniedException',
    message: 'User is not authorized to perform this action',
  },
  broken: { status: 500, code: 'ServiceException', message: 'Internal error' },
} satisfies Record<string, DoubleFault>;
