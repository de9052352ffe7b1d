import type { ErrorCode, Issue } from '@/lib/contract/error-body';

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  impossible: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  timed_out: 504,
};

interface Details {
  issues?: readonly Issue[];
  /** After how many seconds a retry may succeed. */
  retryAfterSeconds?: number;
  /** The current state, sent with a conflict in the shape of the operation's response. */
  current?: unknown;
  /** Whether other people were asked to approve what was refused. */
  isAskedFor?: boolean;
  /** For the log only; never sent. */
  cause?: unknown;
}

/** A deliberate refusal. Its message is public: it says what is wrong and what to do next. */
export class AppError extends Error {
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds: number | null;
  readonly current: unknown;
  readonly isAskedFor: boolean;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: Details = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.issues = details.issues ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.current = details.current;
    this.isAskedFor = details.isAskedFor ?? false;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** The refusal of one part of a request, with what is wrong with it. */
export const invalidAt = (path: string, message: string): AppError =>
  new AppError('invalid', message, { issues: [{ path, message }] });

/** Someone else changed the thing first. `current` is its current state. */
export function changedMeanwhile(current?: unknown): AppError {
  return new AppError(
    'conflict',
    'Someone else has changed this in the meantime. Review the current version, then try again.',
    {
      current,
    },
  );
}

/** The same response for what doesn't exist and for what the caller may not see, so that they cannot be told apart. */
export function notFound(): AppError {
  return new AppError('not_found', "This doesn't exist, or you don't have access to it.");
}

/** For people who had access to the command. */
export function commandDeleted(): AppError {
  return new AppError(
    'not_found',
    'This command was deleted, or no longer exists at the source. An org admin can bring it back.',
  );
}

export function withoutDirectory(): AppError {
  return new AppError('conflict', 'This Pushboard is not connected to a directory.');
}

export function notSignedIn(): AppError {
  return new AppError(
    'not_signed_in',
    'Sign in first. Programs send an access token: "Authorization: Bearer pb_…".',
  );
}

export function forbidden(
  message = 'You do not have the rights for this. Ask an engineer or an admin.',
): AppError {
  return new AppError('forbidden', message);
}
