import type { TokenScope } from './vocabulary';

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

/** What a token can do, in a few words: "Run 3 commands and 1 folder". */
export function scopeTitle({
  scope,
  commandCount,
  folderCount,
}: {
  scope: TokenScope['kind'];
  commandCount: number;
  folderCount: number;
}): string {
  if (scope === 'everything') return 'Everything';
  if (scope === 'read') return 'Read';
  const parts = [
    ...(commandCount > 0 ? [count(commandCount, 'command')] : []),
    ...(folderCount > 0 ? [count(folderCount, 'folder')] : []),
  ];
  return `Run ${parts.join(' and ')}`;
}
