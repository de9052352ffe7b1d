/** Exit codes, so that scripts can tell how it went without reading texts. */
export const exitCodes = {
  success: 0,
  /** The run failed. */
  failed: 1,
  /** The line cannot be understood, or its values were refused. Nothing ran. */
  usage: 2,
  /** A sync would break something. */
  wouldBreak: 2,
  /** Not signed in, not allowed, or the command or run can't be found. */
  refused: 3,
  /** The run was canceled. */
  canceled: 4,
  /** Pushboard cannot be reached, or did not answer in time. A run may still be going. */
  unavailable: 5,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the program with a message for the person and a code for their script. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    readonly exitCode: ExitCode,
    message: string,
  ) {
    super(message);
  }
}

/** The line cannot be understood. */
export const misused = (message: string): CliError => new CliError(exitCodes.usage, message);
