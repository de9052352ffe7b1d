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
export interface Term<Draft> {
  draft: Draft;
  test: ConditionTest;
  values: JsonValue[];
}

/** An input as far as the code has told of it, in any language. Reading on fills it in. */
export class InputDraft {
  /** Null until a variable gives it a name. */
  key: string | null = null;
  /** The type of it, or of its elements if it is a list; null as long as nothing has told. */
  typeId: string | null = null;
  isList = false;
  /** Whether the script ends with an error without it. */
  isRequired = false;
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
  terms: Term<this>[] = [];

  /**
   * @param what the call that asks for it, such as `os.environ.get` or `Sys.getenv`
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
}

export const isNothing = (value: JsonValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
