import type { EventReads } from '../code/event-keys';
import { type Evidence, meant, oneOf, only } from '../code/evidence';
import { evidenceOfFunction, isAggregate, kindOfToken, readsAllKeys } from './jsonata-functions';
import { type Token, tokensOf } from './jsonata-tokens';

const ofState = ['$states', '.', 'input'];
const ofExecution = ['$states', '.', 'context', '.', 'Execution', '.', 'Input'];

/**
 * Reads the expressions `{% … %}` in a state's fields.
 *
 * @param root whose input counts: the state's own, or the execution's
 */
export function readJsonata(part: object, reads: EventReads, root: 'state' | 'execution'): void {
  const waiting: { value: unknown; field: string; depth: number }[] = [{ value: part, field: '', depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, field, depth } = next;
    if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value).reverse())
        waiting.push({ value: each, field: fieldOf(name, field, depth), depth: depth + 1 });
    } else if (typeof value === 'string' && /^\{%.*%\}$/s.test(value)) {
      new Expression(value.slice(2, -2), field, reads).read(root === 'state' ? ofState : ofExecution);
    }
  }
}

/** Fields of the state itself have a meaning; those of its arguments and its output don't. */
function fieldOf(name: string, outer: string, depth: number): string {
  if (depth === 0) return name;
  return outer.startsWith('Choices') ? (name === 'Condition' ? name : 'Choices') : '.';
}

class Expression {
  private readonly tokens: readonly Token[];
  /** Variables that hold the input: `$in := $states.input`. */
  private readonly names = new Set<string>();

  constructor(
    text: string,
    private readonly field: string,
    private readonly reads: EventReads,
  ) {
    this.tokens = tokensOf(text);
  }

  read(root: readonly string[]): void {
    for (let at = 0; at < this.tokens.length; at += 1) {
      const isRoot = root.every((text, offset) => this.textAt(at + offset) === text);
      const isName = this.names.has(this.textAt(at)) && this.textAt(at + 1) !== ':=';
      if (isRoot) this.readInput(at, at + root.length);
      else if (isName) this.readInput(at, at + 1);
    }
  }

  private textAt(at: number): string {
    const token = this.tokens[at];
    return token === undefined || token.kind === 'string' ? '' : token.text;
  }

  /** @param start where the input stands, up to `end` */
  private readInput(start: number, end: number): void {
    const key = this.tokens[end + 1];
    if (this.textAt(end) === '.') {
      if (key?.kind === 'name' || key?.kind === 'string') this.readKey(key.text, start, end + 2);
      else this.reads.hasComputedKeys = true;
    } else if (this.textAt(end) === '[') this.reads.hasComputedKeys = true;
    else if (this.textAt(start - 1) === ':=') this.names.add(this.textAt(start - 2));
    else this.readWhole(start, end);
  }

  private readWhole(start: number, end: number): void {
    const called = this.calledWith(start);
    const name = this.tokens[end + 1];
    if (called === null || !readsAllKeys(called.name)) this.reads.isPassedOn = true;
    else if (called.name === '$lookup' && name?.kind === 'string') this.reads.add({ key: name.text });
    else this.reads.hasComputedKeys = true;
  }

  /** @param after the first token after the key */
  private readKey(key: string, start: number, after: number): void {
    const next = this.textAt(after);
    const called =
      this.textAt(start - 1) === '(' || this.textAt(start - 1) === ',' ? this.calledWith(start) : null;
    if (next === '.') {
      // Members of the items of a list are read in the same way.
      const isSum = called !== null && isAggregate(called.name);
      this.reads.add({
        key,
        evidence: [isSum ? oneOf('object', 'array') : meant('object', ['object', 'array'])],
      });
    } else if (next === '[') this.reads.add({ key, evidence: [meant('array')] });
    else {
      const isWholeArgument = called !== null && /^[,)]$/.test(next);
      const isOptional = isWholeArgument && called.name === '$exists';
      const evidence = isWholeArgument
        ? evidenceOfFunction(called.name, called.position)
        : this.evidenceAround(start, after);
      this.reads.add({ key, isOptional, evidence });
    }
  }

  private evidenceAround(start: number, after: number): Evidence[] {
    if (start === 0 && after === this.tokens.length) return evidenceOfField(this.field);
    if (this.textAt(after) === '~>') return evidenceOfFunction(this.textAt(after + 1), 0);
    return [
      ...evidenceOfOperator(this.textAt(start - 1), this.tokens[start - 2]),
      ...evidenceOfOperator(this.textAt(after), this.tokens[after + 1]),
      ...(this.textAt(after) === 'in' && this.textAt(after + 1) === '['
        ? evidenceOfOperator('=', this.tokens[after + 2])
        : []),
    ];
  }

  /** The function that has this token among its arguments, with their position; null outside of calls. */
  private calledWith(at: number): { name: string; position: number } | null {
    let depth = 0;
    let position = 0;
    for (let before = at - 1; before >= 0; before -= 1) {
      const text = this.textAt(before);
      if (/^[)\]}]$/.test(text)) depth += 1;
      else if (depth > 0 && /^[([{]$/.test(text)) depth -= 1;
      else if (depth === 0 && text === '(') return { name: this.textAt(before - 1), position };
      else if (depth === 0 && /^[[{]$/.test(text)) return null;
      else if (depth === 0 && text === ',') position += 1;
    }
    return null;
  }
}

function evidenceOfOperator(operator: string, other: Token | undefined): Evidence[] {
  if (/^[-+*/%]$/.test(operator)) return [only('number')];
  if (operator === '..') return [only('integer')];
  if (!/^([<>=]|<=|>=|!=)$/.test(operator)) return [];
  const kind = kindOfToken(other);
  return kind === null ? [] : [only(kind)];
}

const integers = new Set(['Seconds', 'TimeoutSeconds', 'HeartbeatSeconds', 'MaxConcurrency']);

/** What a field says about its value. */
function evidenceOfField(field: string): Evidence[] {
  if (integers.has(field)) return [only('integer')];
  if (field === 'Timestamp') return [only('string:date-time')];
  if (field === 'Items') return [meant('array', ['array', 'object'])];
  if (field === 'Condition') return [only('boolean')];
  return field === 'Error' || field === 'Cause' ? [only('string')] : [];
}
