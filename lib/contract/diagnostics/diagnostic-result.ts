import { z } from 'zod';
import { type Decoded, resource } from '@/lib/wire/wire';

/** The result of a check. All but the state and the message are null for callers who may not see details. */
export const diagnosticResult = resource({
  state: ['state', z.enum(['success', 'failure'])],
  /** What was found, such as a version or a count; null if there is nothing to say, or the check failed. */
  data: ['data', z.string().nullable()],
  message: ['message', z.string()],
  /** The causes of a failure, one per line, the outermost first. */
  traceback: ['traceback', z.string().nullable()],
  /** Where in Pushboard's code it failed. */
  stack: ['stack', z.string().nullable()],
});

export type DiagnosticResult = Decoded<typeof diagnosticResult>;
