import { exactJson } from '@/lib/base/exact-json';
import { isJsonObject, type JsonValue } from '@/lib/base/json';
import { inputDependentKinds } from '@/lib/contract/dependents/dependents';
import { fullTime } from '@/lib/runs/run-times';
import { inputSettingList } from '@/lib/settings/input-setting-list';
import type { SourceChange } from './source-change';

/** One line of a change: removed, added, or unchanged. */
export interface ChangeLine {
  sign: '−' | '+' | '~';
  /** In the source's own words. */
  text: string;
  note: string | null;
}

/** A change as lines, before and after. */
export function linesOfChange({ key, change, before, after }: SourceChange): ChangeLine[] {
  const name = key ?? '';
  const line = (sign: ChangeLine['sign'], text: string, note: string | null = null): ChangeLine => ({
    sign,
    text: text.trim(),
    note,
  });
  switch (change) {
    case 'removed':
      return [line('−', `${name} ${declared(before)}`)];
    case 'added':
      return [line('+', `${name} ${declared(after)}`, newInput(after))];
    case 'renamed':
      return [
        line('−', plain(before)),
        line('+', plain(after), 'looks like the same input under another name'),
      ];
    case 'type':
      return [line('−', `${name} ${plain(before)}`), line('+', `${name} ${plain(after)}`, 'type changed')];
    case 'default':
      return [
        line('−', `${name} = ${literal(before)}`),
        line('+', `${name} = ${literal(after)}`, 'default changed'),
      ];
    case 'optional':
      return [line('~', name, after === 'required' ? 'must be filled in now' : 'may be left empty now')];
    case 'order':
      return [line('~', list(after), 'in another order')];
    case 'name':
      return [line('−', plain(before)), line('+', plain(after), 'renamed, or takes other inputs')];
    case 'call':
      return callLines(before, after, line);
    case 'description':
      return [
        ...(before === null ? [] : [line('−', `${name} “${plain(before)}”`)]),
        ...(after === null ? [] : [line('+', `${name} “${plain(after)}”`, 'description')]),
      ];
  }
}

function callLines(
  before: JsonValue,
  after: JsonValue,
  line: (sign: ChangeLine['sign'], text: string, note?: string) => ChangeLine,
): ChangeLine[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  // The hash of a script's text tells people nothing.
  if ([...was, ...is].every(([part]) => part === 'blob') && was.length + is.length > 0)
    return [line('~', '', 'its text changed')];
  if (was.length + is.length === 0) return [line('~', '', 'the call changed')];
  const written = (entries: [string, JsonValue][]) =>
    entries.map(([part, value]) => `${part} ${plain(value)}`).join(', ');
  return [line('−', written(was)), line('+', written(is), 'the call or the result changed')];
}

/** `integer = 3`, for an input as declared. */
function declared(value: JsonValue): string {
  const parts = Object.fromEntries(entriesOf(value));
  const fallback = parts.default ?? null;
  return `${plain(parts.type_id ?? '')}${fallback === null ? '' : ` = ${literal(fallback)}`}`;
}

function newInput(value: JsonValue): string {
  const { treatment, default: fallback } = Object.fromEntries(entriesOf(value));
  if (treatment === 'required') return 'new, must be filled in';
  return fallback == null ? 'new, may be left empty' : 'new, has a default';
}

/** A value as people write it; an expression as the source wrote it. */
function literal(value: JsonValue): string {
  const expression = Object.fromEntries(entriesOf(value)).expression;
  return typeof expression === 'string' ? expression : exactJson(value);
}

const plain = (value: JsonValue): string =>
  typeof value === 'string' ? value : value === null ? 'none' : exactJson(value);
const list = (value: JsonValue): string =>
  Array.isArray(value) ? value.map(plain).join(', ') : plain(value);
const entriesOf = (value: JsonValue): [string, JsonValue][] =>
  isJsonObject(value) ? Object.entries(value) : [];

/** Identifies a change within its row. */
export const changeKey = ({ key, change }: SourceChange): string => `${change} ${key ?? ''}`;

/** One sentence about what a change does around it. */
export interface EffectWords {
  words: string;
  isKept: boolean;
}

/**
 * What a change stops, what it carries along, and its effects on engineers' settings, one sentence each.
 *
 * @param isRefused whether nothing is to be carried along, so that it is as if the input were removed
 */
export function effectWords({ affects }: Pick<SourceChange, 'affects'>, isRefused = false): EffectWords[] {
  const now = isRefused ? affects.map(asRefused) : affects;
  const holders = now.filter(isHolder);
  const stops = holders
    .filter(({ outcome }) => outcome !== 'carried')
    .map((each) => stopWords(each, fullTime));
  const carried = holders
    .filter(({ outcome }) => outcome === 'carried')
    .map((each) => holderWords(each, fullTime));
  const groups = new Map<string, { outcome: string; command: string; kinds: string[] }>();
  for (const affected of now.filter((each) => !isHolder(each))) {
    const { kind, outcome, commandId } = affected;
    const command = ownerOf(affected);
    const group = `${outcome} ${commandId} ${command}`;
    const known = groups.get(group) ?? { outcome, command, kinds: [] };
    known.kinds.push(kindWords[kind] ?? kind);
    groups.set(group, known);
  }
  return [
    ...[...new Set(stops)].map((words) => ({ words, isKept: false })),
    ...[...new Set(carried)].map((words) => ({ words: `Carried over: ${words}.`, isKept: true })),
    ...[...groups.values()].map(({ outcome, command, kinds }) => ({
      words: sentence(outcome, command, kinds),
      isKept: outcome === 'kept' || outcome === 'carried',
    })),
  ];
}

export type Affected = SourceChange['affects'][number];

const holderKinds = new Set<string>(inputDependentKinds);
/** Whether it names the input, rather than being a setting of it. */
const isHolder = ({ kind }: Affected): boolean => holderKinds.has(kind);

const asRefused = (affected: Affected): Affected =>
  affected.outcome === 'carried'
    ? { ...affected, outcome: isHolder(affected) ? 'stopped' : 'lost' }
    : affected;

/** `the scheduled job “Nightly” (Dana Lee, next on Jan 1)`. */
function holderWords(
  { kind, name, ownerName, nextAt, commandName }: Affected,
  at: (time: string) => string,
): string {
  if (commandName === null) return 'something of a command that only its creator sees';
  const next = nextAt === null ? null : `next on ${at(nextAt)}`;
  const about = [ownerName, next].filter((part) => part !== null).join(', ');
  const whose = about === '' ? '' : ` (${about})`;
  switch (kind) {
    case 'job':
      return `the scheduled job “${name}”${whose} of “${commandName}”`;
    case 'auto_run':
      return `the auto-run of “${commandName}” by the scheduled job “${name}”${whose}`;
    case 'webhook':
      return `the webhook “${name}”${whose} of “${commandName}”`;
    case 'check':
      return `the check “${name}” of “${commandName}”`;
    case 'condition':
      return `the condition of “${name}” of “${commandName}”`;
    case 'button':
      return `the button “${name}”, which fills it`;
    case 'undo':
      return `taking back “${name}”`;
    case 'parameter':
      return `the dropdown “${name}”, whose options depend on it`;
    default:
      return `the preset “${name}” of “${commandName}”`;
  }
}

/** What happens to something that needs an input which is gone, or whose value no longer fits. */
function stopWords(affected: Affected, at: (time: string) => string): string {
  const { kind, name, commandName } = affected;
  if (commandName === null) return 'Something of a command that only its creator sees stops.';
  const who = capitalized(holderWords(affected, at));
  switch (kind) {
    case 'job':
    case 'webhook':
      return `${who} ${needWords(affected)}, and will be paused.`;
    case 'auto_run':
      return `${who} ${needWords(affected)}: the job will be paused.`;
    case 'check':
      return `“${commandName}” can’t be run until an engineer fixes its check “${name}”.`;
    case 'condition':
      return `“${commandName}” can’t be run until an engineer fixes the condition of “${name}”.`;
    case 'button':
      return `${who}, is hidden until an engineer fixes it.`;
    case 'undo':
      return `“${name}” can’t be taken back until an engineer fixes its undo partner.`;
    case 'parameter':
      return `The dropdown “${name}” takes its value by name, and no longer gets it: it shows the options without it, or none if it can’t do without, until an engineer gives both inputs one name.`;
    default:
      return `${who} loses its value for it.`;
  }
}

const needWords = ({ need }: Affected): string =>
  need === 'unfit'
    ? 'has a value that no longer fits'
    : need === 'missing'
      ? 'has no value for it'
      : 'has a value for it';

/** What a change would break, each with the sentence that says so. Settings that go with their input are not counted. */
export const stoppedBy = (
  { affects }: Pick<SourceChange, 'affects'>,
  at: (time: string) => string,
): { affected: Affected; words: string }[] =>
  affects.flatMap((affected) => {
    if (isHolder(affected))
      return affected.outcome === 'stopped' ? [{ affected, words: stopWords(affected, at) }] : [];
    const isStopped =
      affected.outcome === 'unfit' || (affected.outcome === 'lost' && affected.kind === 'startup');
    return isStopped
      ? [
          {
            affected,
            words: sentence(affected.outcome, ownerOf(affected), [kindWords[affected.kind] ?? affected.kind]),
          },
        ]
      : [];
  });

const ownerOf = ({ commandName }: Affected): string =>
  commandName === null ? 'A command that only its creator sees' : `“${commandName}”`;

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function sentence(outcome: string, command: string, kinds: string[]): string {
  const what = kinds.join(', ');
  switch (outcome) {
    case 'lost':
      return `${command} loses its own ${what}.`;
    case 'unfit':
      return `${command} has it ${what}: set it again, or runs are refused.`;
    default:
      return `${command} keeps its own ${what}.`;
  }
}

const kindWords: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(
    inputSettingList.map(([key, { effect, effectName, logName }]) => [effect ?? key, effectName ?? logName]),
  ),
  startup: 'value at the start',
};
