import { isNode, listAt, type Node, textAt, valueAt } from '@/server/imports/parse/node';

/** `{{name}}`, as Postman writes a variable. */
const pattern = /\{\{([^{}]*)\}\}/g;

const mostRounds = 10;
const longest = 100_000;

/** The variables of a collection that have a value; what only an environment knows is not among them. */
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

  /** Text with its variables filled in; one without a value stays as it is written. */
  fill(text: string): string {
    let current = text;
    // A value may hold another variable, or itself.
    for (let round = 0; round < mostRounds; round += 1) {
      const next = current.replace(pattern, (whole, name: string) => this.values.get(name.trim()) ?? whole);
      if (next === current || next.length > longest) break;
      current = next;
    }
    return current;
  }

  /** A text as a default: as it is filled, or null where it is no more than a variable without a value. */
  default(text: string): string | null {
    const filled = this.fill(text);
    return filled === '' || isVariable(filled) ? null : filled;
  }

  /** The same as `fill`, or null where a variable without a value is left. */
  fillWhole(text: string): string | null {
    const filled = this.fill(text);
    return hasVariable(filled) ? null : filled;
  }
}

export function hasVariable(text: string): boolean {
  return /\{\{[^{}]*\}\}/.test(text);
}

/** Whether a text is one variable and nothing else: what it stands for is then an input by itself. */
export function isVariable(text: string): boolean {
  return /^\s*\{\{[^{}]*\}\}\s*$/.test(text);
}

/** The names of the variables in a text, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name.trim()))];
}

/** `{{name}}` as `{name}`, the way paths of descriptions have it. Braces of any other kind are text. */
export function asBraces(text: string): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, at) =>
      at % 2 === 1 ? `{${piece.slice(2, -2).trim()}}` : piece.replaceAll('{', '%7B').replaceAll('}', '%7D'),
    )
    .join('');
}
