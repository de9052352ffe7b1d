import type { DependentKind, listDependents } from '@/lib/contract/dependents/dependents';
import type { ResponseOf } from '@/lib/contract/operation';

export type Dependents = ResponseOf<typeof listDependents>;
type Dependent = Dependents['dependents'][number];

/** What happens to a dependent once the command is deleted, in a sentence. `at` writes a time. */
export function lossOf(
  { kind, name, commandName, ownerName, nextAt }: Dependent,
  at: (time: string) => string,
): string {
  const owner = ownerName === null ? '' : ` of ${ownerName}`;
  const next = nextAt === null ? '' : `, which would run next on ${at(nextAt)},`;
  switch (kind) {
    case 'dropdown':
      return `“${commandName}” loses the options of its dropdown (${name}).`;
    case 'button':
      return `The button “${name}” on results of “${commandName}” disappears.`;
    case 'error_jump':
      return `Errors of “${commandName}” no longer jump to it.`;
    case 'undo':
      return `Runs of “${commandName}” can no longer be undone with it.`;
    case 'job':
      return `The scheduled job “${name}”${owner}${next} stops.`;
    case 'auto_run':
      return `The job “${name}” of “${commandName}”${next} no longer leads to it.`;
    case 'webhook':
      return `The webhook “${name}”${owner} no longer starts it.`;
    case 'copycat':
      return `The copy “${commandName}”${owner}, which follows it, can no longer be run.`;
    case 'startup':
      return 'It no longer runs when people open the organization, and fills no startup variables.';
    case 'token':
      return `A token${owner} that was made for it can no longer run it, and programs with that token no longer have it as a tool.`;
    case 'approval':
      return `The request${owner} for approval of a run ends unanswered.`;
    case 'run':
      return `Runs${owner} that are in line or in progress lose their command.`;
  }
}

const NAMES: Record<DependentKind, readonly [one: string, many: string]> = {
  dropdown: ['input with its options', 'inputs with its options'],
  button: ['button', 'buttons'],
  error_jump: ['button on errors', 'buttons on errors'],
  undo: ['command that it undoes', 'commands that it undoes'],
  job: ['scheduled job', 'scheduled jobs'],
  auto_run: ['auto-run', 'auto-runs'],
  webhook: ['webhook', 'webhooks'],
  copycat: ['copy', 'copies'],
  startup: ['startup', 'startups'],
  token: ['access token', 'access tokens'],
  approval: ['request for approval', 'requests for approval'],
  run: ['run in progress', 'runs in progress'],
};

const counted = (kind: DependentKind, count: number): string => {
  const [one, many] = NAMES[kind];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
};

/**
 * Lists what stops working when the command is deleted: the first dependents of each kind, and the number of others.
 *
 * @param say words the loss of one of them
 */
export function lossesOf(
  { dependents, hidden }: Pick<Dependents, 'dependents' | 'hidden'>,
  at: (time: string) => string,
  say: typeof lossOf = lossOf,
): string[] {
  const unseen = new Map(hidden.map(({ kind, count }) => [kind, count]));
  const totals = new Map(dependents.map(({ kind, total }) => [kind, total - (unseen.get(kind) ?? 0)]));
  const more = [...totals].flatMap(([kind, total]) => {
    const rest = total - dependents.filter((each) => each.kind === kind).length;
    return rest > 0 ? `And ${counted(kind, rest)} more.` : [];
  });
  return [
    // Alike ones, such as several runs of one person, are said once.
    ...new Set(dependents.map((each) => say(each, at))),
    ...more,
    ...hidden.map(({ kind, count }) => `${counted(kind, count)} of commands that you can’t see.`),
  ];
}
