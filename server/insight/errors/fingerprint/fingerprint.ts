import { createHash } from 'node:crypto';
import type { RunError } from '@/lib/runs/run-error';
import { withoutValues } from '@/server/insight/errors/fingerprint/without-values';

/** Changes whenever equal failures would get another fingerprint. Groups of other versions stay as they are. */
export const FINGERPRINT_VERSION = 1;

/** A run that failed, as far as it says what failed. */
export interface Failure {
  sourceKind: string;
  credentialId: number;
  templateId: number;
  endReason: 'error' | 'timed_out' | 'worker_lost' | 'never_started';
  /** The first of its errors; null without errors. */
  error: Pick<RunError, 'message' | 'code' | 'where'> | null;
  /** The values that it was given. */
  inputs: readonly string[];
}

/** What a failure is: equal ones are one error. */
export interface FailureKind {
  /** SHA-256. */
  fingerprint: Buffer;
  /** The source's own code, such as an SQLSTATE; null without one. */
  code: string | null;
  /** The routine, script, or path, with its line if that is known; null if it isn't known. */
  place: string | null;
  /** Its message without values. */
  title: string;
  /** Whether a person's values were refused, rather than something being broken. */
  isBadInput: boolean;
}

/** Without a message of the source. */
const TITLES: Readonly<Record<Failure['endReason'], string>> = {
  error: 'The run failed without a message.',
  timed_out: 'The run was stopped at its time limit.',
  worker_lost: 'The worker that ran this was lost.',
  never_started: 'The run was created, but never started.',
};

/**
 * Says what a failure is, by its source, its code, its place, and its message without values. A failure without a place
 * of its own is one of its command's template, unless the connection itself failed: that is one error for everything
 * that runs there.
 */
export function failureKind(failure: Failure): FailureKind {
  const { sourceKind, credentialId, templateId, endReason, error, inputs } = failure;
  const isOurs = endReason !== 'error';
  const code = isOurs ? endReason : (error?.code ?? null);
  const message = error === null || isOurs ? TITLES[endReason] : withoutValues(error.message, inputs);
  const title = message === '' ? TITLES[endReason] : withStatus(message, code);
  const place = isOurs ? null : placeOf(error?.where ?? null, inputs);
  const isOfConnection = isOurs ? endReason !== 'timed_out' : failsForAll(code, title);
  const at = place?.isOwn === true ? place.text : isOfConnection ? null : templateId;
  const parts = [FINGERPRINT_VERSION, sourceKind, credentialId, code, at, title];
  return {
    fingerprint: createHash('sha256').update(JSON.stringify(parts)).digest(),
    code: isOurs ? null : code,
    place: place?.text ?? null,
    title,
    isBadInput: !isOurs && code !== null && BAD_INPUT.test(code),
  };
}

/** Keeps the HTTP status in the title, because it says what failed. */
function withStatus(title: string, code: string | null): string {
  const status = /^HTTP (\d{3})$/.exec(code ?? '')?.[1];
  return status === undefined ? title : title.replace('answered {number}', `answered ${status}`);
}

/** SQLSTATE classes 22 and 23, what SQL Server says of values, and what APIs say of requests. */
const BAD_INPUT =
  /^(?:2[23][\dA-Z]{3}|HTTP 4(?:00|09|22)|245|515|547|2601|2627|8114|8115|8152|2628|ValidationException|InvalidParameterValueException)$/;

/** Codes of a connection that is down, full, or refused. */
const OF_CONNECTION =
  /^(?:08[\dA-Z]{3}|28[\dA-Z]{3}|3D000|53[\dA-Z]{3}|57P\d\d|HTTP (?:401|407|429|502|503|504)|AUTH_MISSING|E[A-Z]{4,}|18456|4060|10054|1222[0-9]|ExpiredToken(?:Exception)?|InvalidClientTokenId|UnrecognizedClientException|ThrottlingException|TooManyRequestsException|ServiceUnavailable(?:Exception)?)$/;

/** How Pushboard and networks say the same without a code. */
const CONNECTION_WORDS =
  /\b(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|getaddrinfo)\b|\b(?:connection|host|server)\b.*\b(?:lost|refused|deleted|not found|unreachable|unknown|closed|reset|timed out)\b|can(?:no|')t be (?:reached|found)|could not (?:be reached|connect)|\bcertificate\b/i;

const failsForAll = (code: string | null, title: string): boolean =>
  code === null ? CONNECTION_WORDS.test(title) : OF_CONNECTION.test(code);

interface Place {
  text: string;
  /** Whether it says which piece of code failed, no matter what called it. */
  isOwn: boolean;
}

/** Where it failed, from the source's words; null if they don't say. */
function placeOf(where: string | null, inputs: readonly string[]): Place | null {
  if (where === null || where.trim() === '') return null;
  const routine =
    /(?:PL\/pgSQL|SQL|PL\/Python|PL\/Perl|PL\/Tcl) function "?(?<name>[\w$.]+)"?(?:\([^)]*\))?(?: line (?<line>\d+))?/iu.exec(
      where,
    );
  if (routine?.groups?.name !== undefined) {
    const { name, line } = routine.groups;
    return { text: line === undefined ? name : `${name}, line ${line}`, isOwn: true };
  }
  const line = /^(?<file>[\w$@. /\\-]+), line (?<number>\d+)$/u.exec(where.trim());
  if (line !== null) return { text: where.trim(), isOwn: true };
  if (/^https?:\/\//i.test(where)) return { text: pathTemplate(where), isOwn: false };
  if (/^Request /.test(where)) return null;
  return { text: withoutValues(where, inputs), isOwn: false };
}

/** The path of an address, with ids taken out. */
function pathTemplate(address: string): string {
  if (!URL.canParse(address)) return '{address}';
  const { host, pathname } = new URL(address);
  const parts = pathname
    .split('/')
    .map((part) => (/\d|%|^.{30,}$/.test(part) && !/^v\d+$/i.test(part) ? '{id}' : part));
  return `${host}${parts.join('/')}`;
}
