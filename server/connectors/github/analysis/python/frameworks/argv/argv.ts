import type { Site } from '../../../values/draft';
import type { Found } from '../../result/found';
import { Draft } from '../../values/draft';
import {
  jsonOf,
  native,
  none,
  numberOf,
  plain,
  plainTest,
  subjectOf,
  textOf,
  thingOf,
  unknown,
} from '../../values/make';
import type { Interpreter, Need, Test, Thing, Value } from '../../values/value';

/** The words of a command line that a script reads by their places. */
export class ArgvWords {
  /** By place, from 0 for the first word after the name of the script. */
  readonly places = new Map<number, Draft>();
  /** A list of the words from a place on. */
  rest: { from: number; draft: Draft } | null = null;
  private isRestWeak = true;
  /** Words that are looked for anywhere. */
  readonly flags = new Map<string, Draft>();
  /** How many words there must be. */
  least = 0;

  constructor(readonly what: string) {}

  at(place: number, site: Site, machine: Interpreter): Value {
    const known = this.places.get(place);
    const draft =
      known ?? new Draft(site, `${this.what}[${place + (this.what === 'sys.argv' ? 1 : 0)}]`, true);
    this.places.set(place, draft);
    machine.need({ about: this, least: place + 1, require: () => this.need(place + 1) });
    return subjectOf(draft);
  }

  need(count: number): void {
    this.least = Math.max(this.least, count);
  }

  /** @param isWeak whether it only matters if nothing else is read, as in a message with all words */
  restFrom(from: number, site: Site, isWeak = false): Draft {
    const known = this.rest;
    if (!isWeak) this.isRestWeak = false;
    if (known !== null && known.from <= from) return known.draft;
    const draft = known?.draft ?? new Draft(site, this.what, true);
    draft.isList = true;
    this.rest = { from, draft };
    return draft;
  }

  flag(word: string, site: Site): Value {
    const draft = this.flags.get(word) ?? new Draft(site, this.what, false);
    draft.key = word.replace(/^-+/, '');
    draft.typeId = 'bool';
    draft.fallback = { literal: false };
    this.flags.set(word, draft);
    return subjectOf(draft);
  }

  /** What was read, in the order of the words. Places within the list at the end belong to it. */
  found(after: number): Found[] {
    const { rest } = this;
    const places = [...this.places].sort(([a], [b]) => a - b);
    const inputs: Found[] = places.map(([place, draft]) => {
      draft.isRequired = place < this.least && draft.fallback === null;
      draft.key ??= `argument_${place + 1}`;
      return { draft, way: { by: 'position' }, after };
    });
    if (rest !== null && !(this.isRestWeak && places.length > 0)) {
      rest.draft.isRequired = rest.from < this.least;
      rest.draft.key ??= 'arguments';
      const isWhole = places.length === 0 || places.every(([place]) => place < rest.from);
      if (isWhole) inputs.push({ draft: rest.draft, way: { by: 'position' }, after });
      else if (places.every(([place]) => place >= rest.from))
        return [{ draft: rest.draft, way: { by: 'position' }, after }, ...this.switches(after)];
    }
    return [...inputs, ...this.switches(after)];
  }

  private switches(after: number): Found[] {
    return [...this.flags].map(([word, draft]) => ({
      draft,
      way: { by: 'switch', on: word, off: null },
      after,
    }));
  }
}

/** The words of the script's own command line: `sys.argv`. */
export class OwnArgv {
  readonly words = new ArgvWords('sys.argv');
}

/** A part of the words: from a place on, where -1 is the name of the script. */
export class ArgvSlice implements Thing {
  protected label: string | null = null;

  constructor(
    readonly words: ArgvWords,
    private offset: number,
    private readonly end: number | null,
    private readonly name: string,
  ) {}

  named(name: string): void {
    // The name of the whole says nothing about what follows the script's own.
    this.label ??= name;
  }

  passedOn(_site: Site): void {}

  item(key: Value, machine: Interpreter, site: Site): Value | null {
    const at = numberOf(key);
    if (at === null || at < 0) return null;
    const place = at + this.offset;
    return place < 0 ? plain(this.name) : this.words.at(place, site, machine);
  }

  slice(from: number | null, to: number | null): Value {
    if ((from ?? 0) < 0) return unknown;
    const start = this.offset + (from ?? 0);
    const end = to === null || to < 0 ? this.end : this.offset + to;
    const slice = new ArgvSlice(this.words, start, end, this.name);
    slice.label = this.label;
    return thingOf(slice);
  }

  elements(machine: Interpreter, site: Site): Value[] | null {
    if (this.offset < 0) return null;
    if (this.end !== null)
      return Array.from({ length: Math.max(0, this.end - this.offset) }, (_, at) =>
        this.words.at(this.offset + at, site, machine),
      );
    const draft = this.words.restFrom(this.offset, site);
    draft.key ??= this.label;
    return [subjectOf(draft, 'element')];
  }

  unpack(count: number, star: number, machine: Interpreter, site: Site): Value[] {
    const last = star === -1 ? count : star;
    const parts = Array.from({ length: last }, (_, at) => {
      const place = this.offset + at;
      return place < 0 ? plain(this.name) : this.words.at(place, site, machine);
    });
    if (star !== -1) parts.push(subjectOf(this.words.restFrom(this.offset + star, site)));
    return parts;
  }

  contains(key: Value, _machine: Interpreter, site: Site): Value | null {
    const word = textOf(key);
    return word === null || !/^-{0,2}\w[\w-]*$/.test(word) || word.length > 60
      ? null
      : this.words.flag(word, site);
  }

  length(): Value {
    return thingOf({ atLeast: (count) => this.atLeast(count) });
  }

  atLeast(count: number): Need {
    const least = this.offset + count;
    return { about: this.words, least, isWord: true, require: () => this.words.need(least) };
  }

  test(): Test {
    return { ...plainTest(null), missing: { whenTrue: [], whenFalse: [this.atLeast(1)] } };
  }

  attribute(name: string): Value | null {
    switch (name) {
      case 'pop':
        return native((args, machine) => {
          if (jsonOf(args.positional[0] ?? none) !== 0) return unknown;
          const value = this.item(plain(0), machine, args.site);
          this.offset += 1;
          return value ?? unknown;
        });
      case 'copy':
        return native(() => thingOf(this));
      default:
        return null;
    }
  }
}

/** The positional arguments that a parser of options leaves. */
export class RestOfArgv extends ArgvSlice {
  constructor() {
    super(new ArgvWords('args'), 0, null, '');
  }

  found(after: number): Found[] {
    return this.words.found(after);
  }

  /** Code that isn't known may read all of them. */
  override passedOn(site: Site): void {
    this.words.restFrom(0, site, true).key ??= this.label;
  }
}
