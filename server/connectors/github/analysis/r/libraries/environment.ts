import { isAmbient, setBy } from '../../ambient';
import type { Site } from '../../values/draft';
import type { Found } from '../result/found';
import { Draft } from '../values/draft';
import { fallbackOf } from '../values/join';
import {
  isFalse,
  isNull,
  itemsOf,
  knownTexts,
  native,
  nothing,
  plain,
  subjectOf,
  textOf,
  unknownCode,
} from '../values/make';
import type { Interpreter, Native, Value } from '../values/value';

/** The variables of the environment that a script reads, by their names. */
export class Variables {
  private readonly drafts = new Map<string, Draft>();
  /** Those that the script sets itself. */
  readonly set = new Map<string, Value>();

  /** @param unset what the script takes if it isn't set; null if it doesn't say */
  read(name: string, unset: Value | null, site: Site, machine: Interpreter): Value {
    const own = this.set.get(name);
    if (own !== undefined) return own;
    if (isAmbient(name, 'r')) return unknownCode(null);
    const known = this.drafts.get(name);
    const draft = known ?? new Draft(site, 'Sys.getenv', true);
    if (known === undefined) {
      draft.name(name, 3);
      draft.description = setBy(name);
      draft.terms = machine.terms() ?? [];
      this.drafts.set(name, draft);
    } else if (draft.terms.length > 0) draft.terms = sharedTerms(draft, machine);
    if (unset !== null) draft.offerFallback(fallbackOf(unset));
    else if (setBy(name) === null) machine.need({ about: draft, least: 1, require: () => draft.need() });
    return subjectOf(draft);
  }

  found(): Found[] {
    return [...this.drafts].map(([name, draft]) => ({ draft, way: { by: 'environment', name }, after: 0 }));
  }
}

/** What is read in two cases is shown in both. */
const sharedTerms = (draft: Draft, machine: Interpreter): Draft['terms'] => {
  const terms = machine.terms() ?? [];
  const isSame = JSON.stringify(terms.map(plainTerm)) === JSON.stringify(draft.terms.map(plainTerm));
  return isSame ? draft.terms : [];
};

const plainTerm = ({ draft, test, values }: Draft['terms'][number]) => [draft.key, test, values];

const getenv = native('x unset names', (call, machine) => {
  const variables = machine.stateOf(Variables);
  const named = call.value('x');
  const unset = call.value('unset') ?? null;
  const name = textOf(named);
  if (name !== null) return variables.read(name, unset, call.site, machine);
  // A value at the top of the script that says what it asks for is no input itself.
  if (named?.kind === 'subject') machine.structural.add(named.draft);
  const names = named === undefined ? null : knownTexts(named);
  if (names === null) {
    const message = `Which variable of the environment this is, ${call.code ?? 'here'}, is only known when it runs.`;
    if (named !== undefined && !isSwept(named)) machine.note(call.site, message);
    return unknownCode(call.code);
  }
  const isNamed = !isFalse(call.value('names'));
  return itemsOf(
    names.map((each) => ({
      name: isNamed ? each : null,
      value: variables.read(each, unset, call.site, machine),
    })),
  );
});

/** The parameter of a function that is read without a call of it, or a value that says what is asked for. */
const isSwept = (value: Value): boolean =>
  value.kind === 'subject'
    ? /^a(rgument|ssignment)$/.test(value.draft.what)
    : value.kind === 'unknown' && value.code === null;

const setenv = native('...', (call, machine) => {
  for (const { name, value } of call.all)
    if (name !== null) machine.stateOf(Variables).set.set(name, value());
  return nothing;
});

/** envvar and its like, which have the default second. */
const withDefault = native('name default unset ...', (call, machine) => {
  const name = textOf(call.value('name'));
  const unset = call.value('default') ?? call.value('unset') ?? null;
  return name === null
    ? unknownCode(call.code)
    : machine
        .stateOf(Variables)
        .read(name, isNull(unset ?? undefined) ? plain('') : unset, call.site, machine);
});

export const environmentCalls: ReadonlyMap<string, Native> = new Map([
  ['Sys.getenv', getenv],
  ['Sys.setenv', setenv],
  ['env_var', withDefault],
]);
