import { isAmbient, setBy } from '../../../ambient';
import type { Site } from '../../../values/draft';
import type { Found } from '../../result/found';
import { Draft } from '../../values/draft';
import { fallbackOf } from '../../values/join';
import { isNone, subjectOf, textOf, unknown } from '../../values/make';
import type { Interpreter, Value } from '../../values/value';

/** A read of a variable. */
export interface VariableRead {
  name: Value | undefined;
  /** The code of the name, for a note. */
  nameCode: string | null;
  what: string;
  site: Site;
  /** What stands for a variable that isn't set; undefined if it has to be. */
  fallback: Value | undefined;
  fallbackCode: string | null;
  isStrict: boolean;
}

/** The variables of the environment that a script reads, each once. */
export class Variables {
  private readonly drafts = new Map<string, Draft>();
  /** Those that the script sets itself, with their values. */
  readonly own = new Map<string, Value>();
  /** Those that another input of the script stands for. */
  readonly replaced = new Set<string>();

  read(read: VariableRead, machine: Interpreter): Value {
    const name = textOf(read.name);
    if (name === null) {
      const code = read.nameCode === null ? '' : `, "${read.nameCode}",`;
      machine.note(read.site, `A variable of the environment isn't offered: its name${code} is computed.`);
      return unknown;
    }
    const own = this.own.get(name);
    if (own !== undefined) return own;
    if (name === '' || isAmbient(name, 'python')) return unknown;
    const draft = this.draftOf(name, read, machine);
    // Code that looks whether it is set does without it.
    const isChecked = machine.cases.terms.some((term) => term.draft === draft);
    if (read.isStrict && !isChecked) machine.need(draft, true);
    else if (!read.isStrict && read.fallback !== undefined && !isNone(read.fallback)) {
      const fallback =
        fallbackOf(read.fallback) ?? (read.fallbackCode === null ? null : { code: read.fallbackCode });
      draft.offerFallback(fallback);
    }
    return subjectOf(draft);
  }

  /** Takes what the script sets itself. */
  set(name: string, value: Value): void {
    if (value.kind !== 'subject') this.own.set(name, value.kind === 'library' ? unknown : value);
    else if (value.draft !== this.drafts.get(name)) this.replaced.add(name);
  }

  private draftOf(name: string, { site, what }: VariableRead, machine: Interpreter): Draft {
    const { terms, isUnclear } = machine.cases;
    const known = this.drafts.get(name);
    if (known !== undefined) {
      // A read that doesn't depend on the same case shows it always.
      known.terms = isUnclear ? [] : known.terms.filter((term) => terms.includes(term));
      return known;
    }
    const draft = new Draft(site, what, true);
    draft.key = name;
    draft.description = setBy(name);
    draft.terms = isUnclear ? [] : terms.filter((term) => term.draft !== draft);
    this.drafts.set(name, draft);
    return draft;
  }

  found(): Found[] {
    const asked = [...this.drafts].filter(([name, { isRequired }]) => isRequired || !this.replaced.has(name));
    return asked.map(([name, draft]) => {
      settleByDefault(draft);
      return { draft, way: { by: 'environment', name }, after: 0 };
    });
  }
}

/** A default tells the type of a variable that no conversion tells of. */
function settleByDefault(draft: Draft): void {
  if (draft.typeId !== null || draft.isList || draft.choices !== null || draft.compared.size > 0) return;
  const literal = draft.fallback !== null && 'literal' in draft.fallback ? draft.fallback.literal : null;
  if (typeof literal === 'boolean') draft.typeId = 'bool';
  if (typeof literal === 'number') draft.typeId = Number.isInteger(literal) ? 'int' : 'float';
  if (typeof literal === 'string' && /^(0|[1-9]\d{0,8})$/.test(literal)) draft.typeId = 'int';
  if (draft.key !== null && /(_PATH|_FILE|_DIR|_OUTPUT)$/.test(draft.key) && typeof literal !== 'number')
    draft.typeId ??= 'str';
}
