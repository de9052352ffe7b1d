import type { ErrorState } from '@/lib/contract/insight/errors';
import { formatCount } from '@/lib/results/table/row-counts';
import type { StatusLabel } from '@/lib/runs/run-status';

export const stateLabels: Readonly<Record<ErrorState, StatusLabel>> = {
  open: { tone: 'bad', word: 'Open' },
  resolved: { tone: 'good', word: 'Resolved' },
  ignored: { tone: 'none', word: 'Ignored' },
};

/** The places and codes that say where an error comes from, in one line. */
export const originOf = ({
  credentialName,
  code,
  place,
}: {
  credentialName: string;
  code: string | null;
  place: string | null;
}): string => [credentialName, code, place].filter((part) => part !== null).join(' · ');

/** The names of the first commands, followed by the number of the others. */
export function commandWords(commands: readonly { name: string }[], count: number): string {
  const shown = commands.slice(0, 2).map(({ name }) => name);
  const more = count - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${formatCount(more)} more`;
}
