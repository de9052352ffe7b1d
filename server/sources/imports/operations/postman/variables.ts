import { isNode, listAt, type Node, textAt, valueAt } from '@/server/sources/imports/parse/node';

/** `{{name}}`, as Postman writes a variable. */
const pattern = /\{\{([^{}]*)\}\}/g;

const mostRounds = 10;
const longest = 100_000;

/** The variables of a collection that have a value. Those that only an environment defines are not included. */
export class Variables {
  private readonly values = new Map<string, string>();

  constructor(collection: Node) {
    for (const each of listAt(collection, 'variable')) {
      if (!isNode(each) || valueAt(each, 'disabled') === true) continue;
      const key = textAt(each, 'key') ?? textAt(each, 'id');
      const value = valueAt(each, 'value');
      if (
        key !== null &&
        value !== null &&
        value !== undefined &&
        typeof value !== 'object' &&
        value !== ''
      ) {
        this.values.set(key, String(value));
      }
    }
  }

  /** Fills in the variables of a text; one without a value stays as written. */
  fill(text: string): string {
    let current = text;
    // A value may contain another variable, or itself.
    for (let round = 0; round < mostRounds; round += 1) {
      const next = current.replace(pattern, (whole, name: string) => this.values.get(name.trim()) ?? whole);
      if (next === current || next.length > longest) break;
      current = next;
    }
    return current;
  }

  /** A text as a default: with its variables filled in, or null if it is only a variable without a value. */
  default(text: string): string | null {
    const filled = this.fill(text);
    return filled === '' || isVariable(filled) ? null : filled;
  }

  /** The same as `fill`, or null if a variable without a value remains. */
  fillWhole(text: string): string | null {
    const filled = this.fill(text);
    return hasVariable(filled) ? null : filled;
  }
}

export function hasVariable(text: string): boolean {
  return /\{\{[^{}]*\}\}/.test(text);
}

/** Whether a text is only one variable: it becomes an input by itself. One of Postman's own, such as `{{$guid}}`, doesn't. */
export function isVariable(text: string): boolean {
  return /^\s*\{\{(?!\s*\$)[^{}]*\}\}\s*$/.test(text);
}

/** The names of the variables in a text, without duplicates. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name.trim()))];
}

/** Converts `{{name}}` to `{name}`, the notation of descriptions. Other braces are text. */
export function asBraces(text: string): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, at) =>
      at % 2 === 1 ? `{${piece.slice(2, -2).trim()}}` : piece.replaceAll('{', '%7B').replaceAll('}', '%7D'),
    )
    .join('');
}
