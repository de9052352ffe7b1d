import type { ErrorCode, Issue } from '@/lib/contract/error-body';

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
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
  /** Seconds after which trying again may help. */
  retryAfterSeconds?: number;
  /** How the thing stands now, in our words; sent with a conflict as the operation would answer it. */
  current?: unknown;
  /** Kept for the log, never sent. */
  cause?: unknown;
}

/** A refusal on purpose. Its message is public: it says what is wrong and what to do next. */
export class AppError extends Error {
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds: number | null;
  readonly current: unknown;

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
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** Somebody else was first. `current` is how the thing stands now. */
export function changedMeanwhile(current?: unknown): AppError {
  return new AppError(
    'conflict',
    'Someone else has changed this in the meantime. Review the current version, then try again.',
    {
      current,
    },
  );
}

/** One answer for what is not there and for what the caller may not see, so that they cannot be told apart. */
export function notFound(): AppError {
  return new AppError('not_found', 'There is nothing here, or you have no access to it.');
}

/** For those who had it. */
export function commandDeleted(): AppError {
  return new AppError(
    'not_found',
    'This command was deleted, or is no longer at its source. An org admin can bring it back.',
  );
}

export function notSignedIn(): AppError {
  return new AppError('not_signed_in', 'Sign in first.');
}

export function forbidden(
  message = 'You do not have the rights for this. Ask an engineer or an admin.',
): AppError {
  return new AppError('forbidden', message);
}
