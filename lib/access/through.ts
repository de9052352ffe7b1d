import type { Actor, ChosenCommands, Effect, Through } from './vocabulary';

/** What the way a person came through leaves of what they may do. */
export interface Narrowing {
  effects: readonly Effect[];
  /** The only commands there are for them; null for all that the person has. */
  only: ChosenCommands | null;
}

const EVERYTHING: Narrowing = { effects: ['read', 'run', 'change'], only: null };

/** A session or demo header narrows nothing. A schedule or webhook runs its command, and nothing else. */
function narrowingOf(through: Through | undefined): Narrowing {
  if (through?.kind === 'schedule' || through?.kind === 'webhook') {
    return { effects: ['read', 'run'], only: { commandIds: [through.commandId], folderIds: [] } };
  }
  if (through?.kind !== 'token') return EVERYTHING;
  const { scope } = through;
  switch (scope.kind) {
    case 'everything':
      return EVERYTHING;
    case 'read':
      return { effects: ['read'], only: null };
    case 'run':
      return {
        effects: ['read', 'run'],
        only: { commandIds: scope.commandIds, folderIds: scope.folderIds },
      };
  }
}

/** Only decisions (`decide.ts`) and their SQL (`server/access/scope.ts`) read it. */
export const narrowing = (actor: Actor): Narrowing =>
  actor.kind === 'person' ? narrowingOf(actor.through) : EVERYTHING;

/** The issuer of the sign-in behind a session or token; null if it is unknown, and for a schedule or webhook. */
export function issuerOf(through: Through | undefined): string | null {
  switch (through?.kind) {
    case 'session':
    case 'token':
      return through.issuer ?? null;
    case 'demo':
      return 'demo';
    case 'schedule':
    case 'webhook':
    case undefined:
      return null;
  }
}

/** What a person came through, as the row of a run keeps it. */
export function throughText(through: Through | undefined): string | null {
  switch (through?.kind) {
    case undefined:
      return null;
    case 'demo':
      return 'demo';
    case 'schedule':
      return `schedule:${through.jobId}`;
    case 'webhook':
      return `webhook:${through.webhookId}`;
    case 'session':
    case 'token':
      return `${through.kind}:${through.id}`;
  }
}

/** The scheduled job behind a run; null where a person or a script started it. */
export const jobIdOf = (through: Through | undefined): number | null =>
  through?.kind === 'schedule' ? through.jobId : null;
