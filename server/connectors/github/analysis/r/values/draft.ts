import type { JsonValue } from '@/lib/base/json';
import type { ConditionTest } from '@/lib/settings/condition-terms';

/** A place in the code. */
export interface Site {
  path: string;
  line: number;
}

/** What a script takes if an input is left out: a literal, or code that computes it. */
export type Fallback = { literal: JsonValue } | { code: string };

/** What must hold of another input for a branch to run. */
export interface Term {
  draft: Draft;
  test: ConditionTest;
  values: JsonValue[];
}

/** An input as far as the code has told of it. Reading on fills it in. */
export class Draft {
  /** Null until a variable gives it a name. */
  key: string | null = null;
  private nameRank = -1;
  /** Whether the code takes single parts out of its text, which then is no list. */
  isPicked = false;
  /** The type of it, or of its elements if it is a list; null as long as nothing has told. */
  typeId: string | null = null;
  isList = false;
  /** Whether the script ends with an error without it. */
  isRequired = false;
  /** Whether it is read in every case. Then it is required, too, unless the script asks whether it is there. */
  isNeeded = false;
  /** Whether the code asks whether it is there. */
  isTested = false;
  fallback: Fallback | null = null;
  description: string | null = null;
  isSecret = false;
  isFile = false;
  group: string | null = null;
  choices: (string | number)[] | null = null;
  /** The words for true and false; null for the usual ones. */
  booleans: [string, string] | null = null;
  divider: string | null = null;
  /** The texts that it is compared with. */
  readonly compared = new Set<string>();
  readonly about: object = this;
  readonly least = 1;
  terms: Term[] = [];

  /**
   * @param what the call that asks for it, such as `Sys.getenv`
   * @param isTextual whether it comes as a text, whose type only its use tells
   * @param owner the words of the command line that it is one of; null for others
   */
  constructor(
    readonly site: Site,
    readonly what: string,
    readonly isTextual: boolean,
    readonly owner: object | null = null,
  ) {}

  /**
   * Takes a name, unless it has one that tells more.
   *
   * @param rank 3 if it can't have another one, 2 for a variable of the script, 1 for others
   */
  name(key: string, rank: 1 | 2 | 3): void {
    const worth =
      rank < 2 && /^(x|v|val|value|a|arg|args|tmp|res|result|default|flag|name|key|\.x|i)$/.test(key)
        ? 0
        : rank;
    if (worth <= this.nameRank) return;
    this.key = key;
    this.nameRank = worth;
  }

  /** Notes the type that a conversion tells, unless one is known. */
  become(typeId: string): void {
    if (this.isTextual && this.typeId !== 'logical') this.typeId ??= typeId;
  }

  /** Notes that the script reads it in every case. */
  need(): void {
    this.isNeeded = true;
  }

  require(): void {
    if (this.fallback === null || ('literal' in this.fallback && isNothing(this.fallback.literal)))
      this.isRequired = true;
  }

  /** Notes the only values that the script takes. */
  close(values: readonly (string | number)[]): void {
    if (values.length > 0) this.choices ??= [...new Set(values)];
  }

  /** Takes a value that the code puts in its place if it is missing. */
  offerFallback(fallback: Fallback | null): void {
    if (fallback === null || this.isRequired) return;
    if ('literal' in fallback && fallback.literal === null) return;
    const known = this.fallback;
    if (known === null || ('literal' in known && isNothing(known.literal))) this.fallback = fallback;
  }
}

export const isNothing = (value: JsonValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
