import type { Through } from '@/lib/access/vocabulary';

/** Why a run exists. */
export const runTriggers = [
  'person',
  'api',
  /** An assistant or editor asked for it, through MCP. */
  'mcp',
  'schedule',
  'webhook',
  'bulk',
  'retry',
  'row_decoration',
  'error_jump',
  'undo',
  'dropdown',
  'startup',
] as const;

export type RunTrigger = (typeof runTriggers)[number];

/** Who or what a run goes back to. What a schedule leads to by itself goes back to the schedule, whatever its trigger. */
export const runOrigins = [
  'person',
  'schedule',
  'webhook',
  'bulk',
  'api',
  'mcp',
  'retry',
  'dropdown',
  'startup',
] as const;

export type RunOrigin = (typeof runOrigins)[number];

/** The origin of runs with a trigger. */
export const originOf: Readonly<Record<RunTrigger, RunOrigin>> = {
  person: 'person',
  row_decoration: 'person',
  error_jump: 'person',
  undo: 'person',
  api: 'api',
  mcp: 'mcp',
  schedule: 'schedule',
  webhook: 'webhook',
  bulk: 'bulk',
  retry: 'retry',
  dropdown: 'dropdown',
  startup: 'startup',
};

/** Why a run exists that is started on its own: a browser comes through a session, and a script does not. */
export function triggerOf(
  through: Through | undefined,
): Extract<RunTrigger, 'person' | 'api' | 'schedule' | 'webhook'> {
  if (through?.kind === 'schedule' || through?.kind === 'webhook') return through.kind;
  return through?.kind === 'session' ? 'person' : 'api';
}

/**
 * A run's class in line; 1 comes first. People waiting for an answer come before scripts, and both before work that
 * nobody waits for (3 and 4), which never takes all places of a worker.
 */
export const placeClasses: Readonly<Record<RunTrigger, 1 | 2 | 3 | 4>> = {
  person: 1,
  row_decoration: 1,
  error_jump: 1,
  undo: 1,
  dropdown: 1,
  startup: 1,
  api: 2,
  mcp: 2,
  schedule: 3,
  webhook: 3,
  bulk: 4,
  retry: 4,
};

/** What a scheduled job leads to. Nobody waits for it, unlike for the run that a person starts from a button. */
export const AUTO_RUN_CLASS = 4;
