import type { JsonValue } from '@/lib/base/json';
import type { TemplateInput } from '@/lib/inputs/input';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';

/** How code reads one key of its event. */
export interface KeyRead {
  key: string;
  /** Whether the code works without it. */
  isOptional: boolean;
  /** The name of a JSON type; null if the code doesn't say. */
  type: string | null;
  /** The literal that the code uses instead; undefined without one. */
  fallback?: JsonValue;
}

/** What a handler does with its event, as far as its code says. */
export interface EventUse {
  reads: KeyRead[];
  /** Whether it also passes the whole event on, so that it may read other keys. */
  isPassedOn: boolean;
}

const mostKeys = 200;

/** Collects the reads of an event, in the order of the code; several reads of a key become one. */
export class EventReads {
  private readonly byKey = new Map<string, KeyRead>();
  isPassedOn = false;

  add(read: KeyRead): void {
    const known = this.byKey.get(read.key);
    if (known === undefined) {
      if (this.byKey.size < mostKeys && isUsable(read.key)) this.byKey.set(read.key, { ...read });
      return;
    }
    // A default or a check anywhere says that the key may be missing.
    known.isOptional ||= read.isOptional;
    known.type ??= read.type;
    if (known.fallback === undefined && read.fallback !== undefined) known.fallback = read.fallback;
  }

  get use(): EventUse {
    return { reads: [...this.byKey.values()], isPassedOn: this.isPassedOn };
  }
}

const isUsable = (key: string): boolean => key !== '' && key.length <= 200 && !key.includes('\0');

/** The JSON type of a literal; null for null. */
export function typeOfLiteral(value: JsonValue): string | null {
  if (value === null) return null;
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The inputs of a handler that reads these keys. */
export const inputsOf = (reads: readonly KeyRead[]): TemplateInput[] =>
  reads.map(({ key, isOptional, type, fallback }) => {
    const literal = fallback ?? null;
    return {
      key,
      type: openapiInputType(type ?? typeOfLiteral(literal) ?? 'string'),
      defaultValue: typeof literal === 'object' ? null : literal,
      defaultExpression: literal !== null && typeof literal === 'object' ? JSON.stringify(literal) : null,
      defaultAmbiguousInput: isOptional ? 'omit' : 'required',
      description: null,
    };
  });
