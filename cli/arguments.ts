import { misused } from './exit';

/** A command line after the name of the program: words, and flags with the values given for each. */
export interface Arguments {
  words: readonly string[];
  /** A flag without a value is `true`. */
  flags: ReadonlyMap<string, readonly (string | true)[]>;
}

/**
 * Reads a command line. A flag is followed by its value, unless the value is part of it (`--name=value`) or the flag is
 * a switch. What looks like a number is a value, even if it begins with a minus sign. After `--`, everything is a word.
 *
 * @param switches flags that never take a value
 */
export function readArguments(line: readonly string[], switches: ReadonlySet<string>): Arguments {
  const words: string[] = [];
  const flags = new Map<string, (string | true)[]>();
  let at = 0;
  while (at < line.length) {
    const part = line[at] ?? '';
    at += 1;
    if (part === '--') {
      words.push(...line.slice(at));
      break;
    }
    if (!isFlag(part)) {
      words.push(part);
      continue;
    }
    const [, name = '', inline] = /^--?([^=]+)(?:=([\s\S]*))?$/.exec(part) ?? [];
    let value: string | true = inline ?? true;
    const next = line[at];
    if (inline === undefined && !switches.has(name) && next !== undefined && !isFlag(next) && next !== '--') {
      value = next;
      at += 1;
    }
    flags.set(name, [...(flags.get(name) ?? []), value]);
  }
  return { words, flags };
}

const isFlag = (part: string): boolean => /^--?[^-=\d.\s]/.test(part);

/** The last value of a flag, or undefined without it. Throws if it has no value. */
export function textFlag({ flags }: Arguments, name: string): string | undefined {
  const value = flags.get(name)?.at(-1);
  if (value === true) throw misused(`--${name} needs a value.`);
  return value;
}

/** Throws if there is a flag that isn't one of these. */
export function refuseOtherFlags({ flags }: Arguments, known: readonly string[]): void {
  for (const name of flags.keys()) {
    if (!known.includes(name)) throw misused(`--${name} is not an option of this action.`);
  }
}
