import pino from 'pino';

/** What of an error is logged besides its kind, message, and stack: names and numbers, which can't hold a value. */
const FACTS = [
  'code',
  'errno',
  'syscall',
  'status',
  'statusCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
] as const;

/**
 * An error as it is logged, with the messages and stacks of its causes. Errors carry whatever was at hand where they were
 * made, such as the settings of a provider or the values of a row, so their other properties stay out of the log.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const all: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  const { type, message, stack } = all;
  const facts = FACTS.flatMap((name) => {
    const fact = all[name];
    return typeof fact === 'string' || typeof fact === 'number' ? [[name, fact]] : [];
  });
  const several = error instanceof AggregateError ? { aggregateErrors: error.errors.map(loggedError) } : {};
  return { type, message, stack, ...Object.fromEntries(facts), ...several };
}
