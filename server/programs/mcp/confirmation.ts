import { createHash, hkdfSync } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { env } from '@/server/base/env';
import { processWide } from '@/server/base/process-wide';

/** What a person is asked to confirm: this command with these arguments. */
export interface Asked {
  commandId: number;
  arguments: Readonly<Record<string, JsonValue>>;
  /** Whether it is rolled back: agreeing to that isn't agreeing to the run. */
  isDryRun: boolean;
  /** The word that the person types to agree; null to agree with a click. */
  word: string | null;
}

interface SealedQuestion {
  commandId: number;
  /** Of the arguments, which may hold secrets. */
  digest: string;
}

const VALID_SECONDS = 600;

/** The key that a client returns its person's response under. */
const RESPONSE = 'confirm';

/** Signs what was asked, for one caller, so that the response to one question confirms nothing else. */
export function questionCodec(): RequestStateCodec<SealedQuestion> {
  return processWide('mcp questions', () => {
    const [first] = env().encryptionKeys;
    if (first === undefined) throw new Error('The key ring is empty');
    return createRequestStateCodec<SealedQuestion>({
      key: Buffer.from(hkdfSync('sha256', first.key, '', 'mcp confirmation', 32)),
      ttlSeconds: VALID_SECONDS,
      bind: ({ http }) => http?.authInfo?.clientId ?? '',
    });
  });
}

/** The same arguments give the same digest, in whatever order they are sent. */
function digestOf(value: JsonValue): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('base64url');
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

const questionOf = ({ commandId, arguments: given, isDryRun }: Asked): SealedQuestion => ({
  commandId,
  digest: digestOf(isDryRun ? ['dry run', { ...given }] : { ...given }),
});

const isSame = (a: SealedQuestion | undefined, b: SealedQuestion): boolean =>
  a?.commandId === b.commandId && a.digest === b.digest;

const CAN_ASK = z.looseObject({ elicitation: z.looseObject({}) });

/** Whether a client of the current protocol can show its person a question. */
export function canAsk({ mcpReq }: ServerContext): boolean {
  const declared = new Map<string, unknown>(Object.entries(mcpReq.envelope ?? {}));
  return CAN_ASK.safeParse(declared.get(CLIENT_CAPABILITIES_META_KEY)).success;
}

/** What the person said to this very question; null if they have not been asked. */
export function responseTo(asked: Asked, { mcpReq }: ServerContext): 'confirmed' | 'declined' | null {
  const response = inputResponse(mcpReq.inputResponses, RESPONSE);
  if (response.kind !== 'elicit' || !isSame(mcpReq.requestState<SealedQuestion>(), questionOf(asked)))
    return null;
  if (response.action !== 'accept') return 'declined';
  const given = response.content?.[RESPONSE];
  const isAgreed = asked.word === null ? given === true : String(given).trim() === asked.word;
  return isAgreed ? 'confirmed' : 'declined';
}

/** Asks the client to show its person a question, and to repeat the call with the response. */
export async function askThrough(
  asked: Asked,
  message: string,
  context: ServerContext,
): Promise<InputRequiredResult> {
  return inputRequired({
    requestState: await questionCodec().mint(questionOf(asked), context),
    inputRequests: {
      [RESPONSE]: inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: {
            [RESPONSE]:
              asked.word === null
                ? { type: 'boolean', title: 'Run it', default: false }
                : { type: 'string', title: `Type “${asked.word}”` },
          },
          required: [RESPONSE],
        },
      }),
    },
  });
}

/** A code for clients of earlier protocols, which can't be asked: they repeat the call with it once their person agrees. */
export const codeFor = (asked: Asked, context: ServerContext): Promise<string> =>
  questionCodec().mint(questionOf(asked), context);

/** Whether a code was made for this very call, for this caller, in the last ten minutes. */
export async function isCodeFor(code: string, asked: Asked, context: ServerContext): Promise<boolean> {
  try {
    return isSame(await questionCodec().verify(code, context), questionOf(asked));
  } catch {
    return false;
  }
}
