import type { ScriptLanguage } from '../analysis/script';

export interface OutputFile {
  /** Its path within the output folder. */
  name: string;
  bytes: Buffer;
}

/** What is left of a script that has ended. */
export interface ScriptOutcome {
  language: ScriptLanguage;
  path: string;
  /** Null if it was killed. */
  exitCode: number | null;
  signal: string | null;
  stdout: { text: string; isCut: boolean };
  stderr: { text: string; isCut: boolean };
  outputs: OutputFile[];
  /** What a function returned, as JSON; null without one. */
  returned: Buffer | null;
}
