import { commit } from '@/lib/base/build';
import type { ServerCheckResult } from '@/lib/contract/diagnostics/server';
import { type CheckView, stateWords } from '../checks/check-view';
import type { ServerPart } from './use-server-parts';

/** What a report is written from. */
export interface Reported {
  services: readonly CheckView[];
  /** One check per saved connection, which speaks for it. */
  connections: readonly CheckView[];
  groups: readonly { title: string; parts: readonly ServerPart[] }[];
  /** ISO 8601. */
  at: string;
}

/**
 * The state of this Pushboard as text for someone who helps. It names no person, organization, host, or secret, and no
 * value that someone entered: of services and connections it says only how they are, and it leaves tracebacks out.
 */
export function supportReport({ services, connections, groups, at }: Reported): string {
  return [
    'Pushboard support report',
    `Time: ${at}`,
    `Commit of the page: ${commit.hash ?? 'unknown'} (${commit.ref ?? 'unknown'})`,
    '',
    ...section('Pushboard', services.map(stateLine)),
    ...section('Database connections', countLines(connections)),
    ...groups.flatMap(({ parts }) => parts.flatMap(partLines)),
  ]
    .join('\n')
    .trimEnd();
}

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : [`== ${title}`, ...lines, ''];

const stateLine = ({ name, state }: CheckView): string => `${name}: ${stateWords[state].word}`;

/** How many are in each state, without saying which. */
function countLines(checks: readonly CheckView[]): string[] {
  const counts = new Map<string, number>();
  for (const { state } of checks)
    counts.set(stateWords[state].word, (counts.get(stateWords[state].word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${word}: ${count}`);
}

function partLines({ view, found }: ServerPart): string[] {
  const lines = [
    ...(view.message === '' ? [] : [view.message]),
    ...(found === null ? [] : foundLines(found)),
  ];
  return [`== ${view.name}: ${stateWords[view.state].word}`, ...lines, ''];
}

const foundLines = ({ facts, tables }: ServerCheckResult): string[] => [
  ...facts.map(({ name, value }) => `${name}: ${value}`),
  ...tables
    .filter(({ rows }) => rows.length > 0)
    .flatMap(({ title, columns, rows }) => [
      `-- ${title}`,
      ...[columns, ...rows].map((cells) => cells.join(' | ')),
    ]),
];
