import type { JsonValue } from '@/lib/base/json';

/** A JSON type without its format. */
export type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object';

const kinds: readonly Kind[] = ['string', 'number', 'boolean', 'array', 'object'];

/** What a use of a value tells about its type. */
export interface Evidence {
  /** The types with which that use works. */
  allows: readonly Kind[];
  /** The type that such a use mostly has, with its format; it counts if nothing else speaks against it. */
  prefers?: string;
}

/** Only values of this type can be used in that way. */
export const only = (type: string): Evidence => ({ allows: [kindOf(type)], prefers: type });

/** Values of several types can be used in that way. */
export const oneOf = (...allows: Kind[]): Evidence => ({ allows });

/** Any value can be converted to this type from one of these, and is meant to be of it. */
export const meant = (type: string, allows: readonly Kind[] = kinds): Evidence => ({ allows, prefers: type });

/** The code handles several types: what it does for one of them says nothing about the value. */
export const anyType: Evidence = { allows: [] };

/** The kind of a type's name: `string:date` is a text, an integer is a number. */
function kindOf(type: string): Kind {
  const [base = ''] = type.split(':', 1);
  return base === 'integer' ? 'number' : (kinds.find((kind) => kind === base) ?? 'object');
}

/** The JSON type of a literal; null for null. */
export function typeOfLiteral(value: JsonValue): string | null {
  if (value === null) return null;
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/**
 * The type of a value that is used in these ways; null if the code leaves it open, or if its uses contradict each other.
 *
 * @param fallback what the code uses instead of a missing value: that its own default is of the type is certain
 */
export function typeOf(evidence: readonly Evidence[], fallback: JsonValue | undefined): string | null {
  const allowed = kinds.filter((kind) => evidence.every(({ allows }) => allows.includes(kind)));
  const preferred = evidence.flatMap(({ prefers }) =>
    prefers !== undefined && allowed.includes(kindOf(prefers)) ? prefers : [],
  );
  const ofFallback = typeOfLiteral(fallback ?? null);
  if (ofFallback !== null) return withFallback(ofFallback, allowed, preferred);
  const [kind, ...others] = new Set(preferred.map(kindOf));
  if (kind !== undefined) return others.length === 0 ? narrowest(kind, preferred) : null;
  return allowed.length === 1 ? (allowed[0] ?? null) : null;
}

function withFallback(type: string, allowed: readonly Kind[], preferred: readonly string[]): string | null {
  const kind = kindOf(type);
  if (!allowed.includes(kind)) return null;
  const sameKind = preferred.filter((each) => kindOf(each) === kind);
  // A default of 10 is a whole number by chance, if the code computes with it.
  if (kind === 'number') return type === 'number' || sameKind.length === 0 ? type : narrowest(kind, sameKind);
  return kind === 'string' ? type : kind;
}

/** `integer` instead of `number`, or the format of a text, if a use says so and no other one contradicts it. */
function narrowest(kind: Kind, preferred: readonly string[]): string {
  const named = new Set(preferred.filter((type) => kindOf(type) === kind && type !== kind));
  const [format, ...others] = named;
  return format !== undefined && others.length === 0 ? format : kind;
}
