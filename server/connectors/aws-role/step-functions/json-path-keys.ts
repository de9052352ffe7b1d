import type { EventReads, KeyUse } from '../code/event-keys';
import { type Evidence, meant, oneOf, only } from '../code/evidence';
import { evidenceOfIntrinsic } from './intrinsic-functions';
import { type InputPath, pathAt } from './json-path';

export const isWholeInput = (path: string): boolean => path === '$';

/** A path in a field of a state. */
export interface PathRead extends InputPath {
  /** What its place tells about the value that it leads to. */
  evidence: readonly Evidence[];
  isOptional: boolean;
}

/**
 * The paths in a part of a definition. Only strings that are a path, or an intrinsic function with paths, count: a value
 * is a path where its name ends in `.$` or `Path`, and in the `Variable` of a choice.
 */
export function pathsIn(part: unknown): PathRead[] {
  const reads: PathRead[] = [];
  const waiting: { value: unknown; name: string; of: object | null }[] = [
    { value: part, name: '', of: null },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, name, of } = next;
    if (Array.isArray(value)) {
      for (const item of value.toReversed()) waiting.push({ value: item, name, of });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value).reverse())
        waiting.push({ value: each, name: key, of: value });
    } else if (typeof value === 'string' && isPath(name)) {
      reads.push(...pathsOfField(value, name, of));
    }
  }
  return reads;
}

const isPath = (name: string): boolean => name.endsWith('.$') || name.endsWith('Path') || name === 'Variable';

function pathsOfField(text: string, name: string, of: object | null): PathRead[] {
  const fields = of === null ? [] : Object.keys(of);
  const isOptional = name === 'Variable' && fields.includes('IsPresent');
  if (!text.startsWith('$')) return pathsOfIntrinsic(text);
  const path = pathAt(text, 0);
  return path === null ? [] : [{ ...path, isOptional, evidence: evidenceOfField(name, fields) }];
}

/** The paths among the arguments of `States.Format('{}', States.MathAdd($.n, 1))`. */
function pathsOfIntrinsic(text: string): PathRead[] {
  const reads: PathRead[] = [];
  const calls: { name: string; position: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const called = calls.at(-1);
    switch (text[at]) {
      case "'":
        at = endOfText(text, at);
        break;
      case '(':
        calls.push({ name: /States\.(\w+)$/.exec(text.slice(0, at))?.[1] ?? '', position: 0 });
        break;
      case ',':
        if (called !== undefined) called.position += 1;
        break;
      case ')':
        calls.pop();
        break;
      case '$': {
        const path = pathAt(text, at);
        const evidence = called === undefined ? [] : evidenceOfIntrinsic(called.name, called.position);
        if (path !== null) reads.push({ ...path, isOptional: false, evidence });
        at = Math.max(at, (path?.end ?? endOfOther(text, at)) - 1);
        break;
      }
    }
  }
  return reads;
}

/** The end of a text in quotes, in which a backslash precedes what is meant as it is. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === "'") return at;
  }
  return text.length;
}

/** The end of a path that leads elsewhere. */
const endOfOther = (text: string, start: number): number => {
  const length = text.slice(start).search(/[,)\s]/);
  return length < 0 ? text.length : start + length;
};

/** Evidence of the rest of a path: what has items is a list, and what has members an object. */
export function evidenceOfPath({ next, evidence }: PathRead): readonly Evidence[] {
  switch (next) {
    case 'item':
      return [only('array')];
    case 'member':
      return [only('object')];
    case 'either':
      return [oneOf('array', 'object')];
    case null:
      return evidence;
  }
}

/** Adds what paths read of the execution's input. */
export function addPaths(
  paths: readonly PathRead[],
  reads: EventReads,
  isRead: (key: string) => boolean,
): void {
  for (const path of paths) {
    if (path.isComputed) reads.hasComputedKeys = true;
    else if (path.key === null) reads.isPassedOn = true;
    else if (isRead(path.key)) reads.add(readOf(path, path.key));
  }
}

const readOf = (path: PathRead, key: string): KeyUse => ({
  key,
  isOptional: path.isOptional && path.next === null,
  evidence: evidenceOfPath(path),
});

/** What a field says about the value of its path. */
function evidenceOfField(name: string, fields: readonly string[]): Evidence[] {
  if (name === 'Variable') return fields.flatMap(evidenceOfComparison);
  if (name === 'ItemsPath') return [only('array')];
  if (/^((Timeout|Heartbeat)?Seconds|MaxConcurrency|MaxItems\w*|MaxInputBytesPerBatch)Path$/.test(name))
    return [only('integer')];
  if (name === 'ToleratedFailureCountPath') return [only('integer')];
  if (name === 'ToleratedFailurePercentagePath') return [only('number')];
  if (name === 'TimestampPath') return [only('string:date-time')];
  if (name === 'ErrorPath' || name === 'CausePath') return [only('string')];
  return name.endsWith('Path') ? evidenceOfComparison(name) : [];
}

const compared: readonly [RegExp, string][] = [
  [/^(Is)?Numeric/, 'number'],
  [/^(Is)?String/, 'string'],
  [/^(Is)?Boolean/, 'boolean'],
  [/^(Is)?Timestamp/, 'string:date-time'],
];

/** A comparison needs a type; a question such as `IsNumeric` expects it. */
function evidenceOfComparison(operator: string): Evidence[] {
  const type = compared.find(([pattern]) => pattern.test(operator))?.[1];
  if (type === undefined) return [];
  return [operator.startsWith('Is') ? meant(type) : only(type)];
}
