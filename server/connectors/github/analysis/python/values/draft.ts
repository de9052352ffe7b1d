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
  /** The type of it, or of its elements if it is a list; null as long as nothing has told. */
  typeId: string | null = null;
  isList = false;
  isRequired = false;
  fallback: Fallback | null = null;
  description: string | null = null;
  isSecret = false;
  isMultiline = false;
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
   * @param what the call that asks for it, such as `os.environ.get`
   * @param isTextual whether it comes as a text, whose type only its use tells
   */
  constructor(
    readonly site: Site,
    readonly what: string,
    readonly isTextual: boolean,
  ) {}

  /** Notes the type that a conversion tells, unless one is known. */
  become(typeId: string): void {
    if (this.isTextual) this.typeId ??= typeId;
  }

  require(): void {
    if (this.fallback === null || ('literal' in this.fallback && isNothing(this.fallback.literal)))
      this.isRequired = true;
  }

  /**
   * Takes a value that the code puts in its place if it is missing.
   *
   * @param isNearer whether it stands where the input is read, so that it counts more than an empty default
   */
  offerFallback(fallback: Fallback | null, isNearer = true): void {
    if (fallback === null || !this.isTextual || this.isRequired) return;
    if ('literal' in fallback && fallback.literal === null) return;
    const known = this.fallback;
    const isOpen =
      known === null || ('literal' in known ? isNearer && isNothing(known.literal) : 'literal' in fallback);
    if (isOpen) this.fallback = fallback;
  }
}

const isNothing = (value: JsonValue): boolean => value === null || value === '';
