import { testValue, thingOf } from '../values/make';
import { countTest, plainTest } from '../values/tests';
import type { ItemsValue, Need, Test, Thing, Value } from '../values/value';

/** The names of those inputs that are missing: `required[values == ""]`, `setdiff(required, names(options))`. */
class Lacking implements Thing {
  constructor(
    private readonly needs: readonly Need[],
    private readonly about: readonly object[],
  ) {}

  isEmpty(): Test {
    return { ...plainTest(null), missing: { whenTrue: [], whenFalse: [...this.needs] }, about: this.about };
  }

  length(): Value {
    return thingOf(this);
  }

  /** More than none are missing where any of them is. */
  atLeast(count: number): Need {
    const [first] = this.needs;
    return {
      about: first?.about ?? this,
      least: count,
      require: () => undefined,
    };
  }

  /** How its number compares with another one. */
  countTest(operator: string, number: number): Test | null {
    const isSome =
      (operator === '>' && number === 0) ||
      (operator === '>=' && number === 1) ||
      (operator === '!=' && number === 0);
    const isNone =
      (operator === '==' && number === 0) ||
      (operator === '<' && number === 1) ||
      (operator === '<=' && number === 0);
    if (isSome) return countTest(this.about[0] ?? this, [...this.needs], []);
    return isNone ? countTest(this.about[0] ?? this, [], [...this.needs]) : null;
  }
}

/** What is left of names where tests of inputs say that they are missing; null if they say something else. */
export function lackingOf({ items }: ItemsValue, key: Value): Value | null {
  const tests = key.kind === 'items' ? key.items.map((item) => item.value) : [key];
  if (tests.length !== items.length) return null;
  return lacking(tests.flatMap((value) => (value.kind === 'test' ? [value.test] : [])));
}

/** The names for which tests hold only by what is missing; null if none of them does. */
export function lacking(tests: readonly Test[]): Value | null {
  const needs = tests.flatMap(({ missing }) => missing.whenTrue);
  return needs.length === 0
    ? null
    : thingOf(
        new Lacking(
          needs,
          tests.flatMap(({ about }) => about),
        ),
      );
}

export const countOfLacking = (value: Value, operator: string, number: number): Value | null => {
  const test =
    value.kind === 'thing' && value.thing instanceof Lacking ? value.thing.countTest(operator, number) : null;
  return test === null ? null : testValue(test);
};

/** How many characters or elements an input has, of which only whether there are any is known. */
class Size implements Thing {
  constructor(private readonly need: Need) {}

  isEmpty(): Test {
    return countTest(this.need.about, [this.need], []);
  }

  atLeast(count: number): Need {
    return count <= 1 ? this.need : { ...this.need, about: this, require: () => undefined };
  }
}

export const sizeOf = (need: Need): Value => thingOf(new Size(need));
