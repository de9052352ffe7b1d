import { operationUrl } from '@/lib/api-client';
import { sayHello, sayHelloToCaller } from '@/lib/contract/diagnostics';
import { errorBody } from '@/lib/contract/error-body';

const TIMEOUT_MS = 30_000;

/** A check of the API: as anyone, or as the person who is signed in. */
export interface Check {
  name: string;
  about: string;
  url: string;
  /** Whether the session is sent with it. */
  credentials: 'omit' | 'same-origin';
}

export const checks: readonly Check[] = [
  {
    name: 'Connect to the API',
    about: 'Whether this browser reaches Pushboard, without signing in.',
    url: operationUrl(sayHello, {}),
    credentials: 'omit',
  },
  {
    name: 'Connect as you',
    about: 'Whether Pushboard knows who you are. It fails while you are signed out.',
    url: operationUrl(sayHelloToCaller, {}),
    credentials: 'same-origin',
  },
];

export type CheckResult =
  | { state: 'success' }
  /** The API answered with a refusal. */
  | { state: 'failure'; message: string }
  /** The API did not answer, or not as itself. */
  | { state: 'apiError'; message: string };

/** Makes a check. Never throws: what fails is its result. */
export async function makeCheck({ url, credentials }: Check): Promise<CheckResult> {
  try {
    const response = await fetch(url, { credentials, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return { state: 'success' };
    const parsed = errorBody.safeParse(await response.json().catch(() => null));
    const reason = parsed.success ? parsed.data.error.message : `The server answered ${response.status}.`;
    return { state: 'failure', message: `Failed: GET ${url}. ${reason}` };
  } catch (error) {
    const reason =
      error instanceof DOMException && error.name === 'TimeoutError'
        ? 'There was no response within 30 seconds.'
        : 'The server cannot be reached.';
    return { state: 'apiError', message: `Failed: GET ${url}. ${reason}` };
  }
}
