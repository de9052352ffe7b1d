import type { JsonValue } from '@/lib/base/json';
import type { TemplateInput } from '@/lib/inputs/input';
import { anyJson, openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { type Evidence, typeOf } from './evidence';

/** How code reads one key of its event. */
export interface KeyRead {
  key: string;
  /** Whether the code works without it. */
  isOptional: boolean;
  /** The name of a JSON type; null if the code leaves it open. */
  type: string | null;
  /** The literal that the code uses instead; undefined without one. */
  fallback?: JsonValue;
}

/** One place that reads a key. */
export interface KeyUse {
  key: string;
  isOptional?: boolean;
  fallback?: JsonValue | undefined;
  /** What the place tells about the type of the value. */
  evidence?: readonly Evidence[];
}

/** What a handler does with its event, as far as its code says. */
export interface EventUse {
  /** Empty if the code computes keys: the event is asked for as a whole then. */
  reads: KeyRead[];
  /** Whether it also passes the whole event on, so that it may read other keys. */
  isPassedOn: boolean;
}

const mostKeys = 200;

interface KnownKey {
  isOptional: boolean;
  fallback: JsonValue | undefined;
  evidence: Evidence[];
}

/** Collects the reads of an event, in the order of the code; several reads of a key become one. */
export class EventReads {
  private readonly byKey = new Map<string, KnownKey>();
  isPassedOn = false;
  /** Whether a key is computed, so that nobody can list the keys. */
  hasComputedKeys = false;

  add({ key, isOptional = false, fallback, evidence = [] }: KeyUse): void {
    const known = this.byKey.get(key);
    if (known === undefined) {
      if (this.byKey.size < mostKeys && isUsable(key))
        this.byKey.set(key, { isOptional, fallback, evidence: [...evidence] });
      return;
    }
    // A default or a check anywhere says that the key may be missing.
    known.isOptional ||= isOptional;
    known.fallback ??= fallback;
    known.evidence.push(...evidence);
  }

  get use(): EventUse {
    if (this.hasComputedKeys) return { reads: [], isPassedOn: true };
    const reads = [...this.byKey].map(([key, { isOptional, fallback, evidence }]) => ({
      key,
      isOptional,
      type: typeOf(evidence, fallback),
      ...(fallback === undefined ? {} : { fallback }),
    }));
    return { reads, isPassedOn: this.isPassedOn };
  }
}

const isUsable = (key: string): boolean => key !== '' && key.length <= 200 && !key.includes('\0');

const openType = 'Any JSON: the code leaves the type open. Write text in quotes.';

/** The inputs of a handler that reads these keys. */
export const inputsOf = (reads: readonly KeyRead[]): TemplateInput[] =>
  reads.map(({ key, isOptional, type, fallback }) => {
    const literal = fallback ?? null;
    return {
      key,
      type: type === null ? anyJson() : openapiInputType(type),
      defaultValue: typeof literal === 'object' ? null : literal,
      defaultExpression: literal !== null && typeof literal === 'object' ? JSON.stringify(literal) : null,
      defaultAmbiguousInput: isOptional ? 'omit' : 'required',
      description: type === null ? openType : null,
    };
  });
