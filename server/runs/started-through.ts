import type { Person } from '@/lib/access/vocabulary';
import type { RunTrigger } from '@/lib/runs/trigger';

/** Why a run exists that somebody starts by themselves: a browser has a session, a script has none. */
export const triggerOf = ({ through }: Person): Extract<RunTrigger, 'person' | 'api'> =>
  through?.kind === 'session' ? 'person' : 'api';

/** What the person came through, as a run's row keeps it. */
export function throughOf({ through }: Person): string | null {
  if (through === undefined) return null;
  return through.kind === 'session' ? `session:${through.id}` : through.kind;
}
