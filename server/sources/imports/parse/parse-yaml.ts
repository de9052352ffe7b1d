import { CORE_SCHEMA, load, Type } from 'js-yaml';
import { openScalars } from './written';

/** A scalar whose text JSON would write differently. */
class Scalar {
  /** With a tag of its own, a key of this kind is its text. */
  readonly [Symbol.toStringTag] = 'Scalar';

  constructor(
    readonly value: unknown,
    readonly source: string,
  ) {}

  toString(): string {
    return this.source;
  }
}

const asWritten = (value: unknown, source: string): unknown =>
  String(value) === source ? value : new Scalar(value, source);

/** A scalar of YAML 1.2's core schema (§10.3.2) that remembers its text. */
const scalar = (tag: string, pattern: RegExp, read: (source: string) => unknown): Type =>
  new Type(`tag:yaml.org,2002:${tag}`, {
    kind: 'scalar',
    resolve: (source: string | null) => source !== null && pattern.test(source),
    construct: (source: string) => asWritten(read(source), source),
  });

const schema = CORE_SCHEMA.extend({
  implicit: [
    new Type('tag:yaml.org,2002:null', {
      kind: 'scalar',
      resolve: (source: string | null) => source === null || /^(~|null|Null|NULL|)$/.test(source),
      // The word means that there is no value, in every type; a tilde is also a text.
      construct: (source: string | null) => (source === '~' ? new Scalar(null, source) : null),
    }),
    scalar('bool', /^(true|True|TRUE|false|False|FALSE)$/, (source) => source.toLowerCase() === 'true'),
    scalar('int', /^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/, Number),
    scalar(
      'float',
      /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$|^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/,
      floatOf,
    ),
  ],
});

function floatOf(source: string): number {
  if (/nan$/i.test(source)) return Number.NaN;
  if (!/inf$/i.test(source)) return Number(source);
  return source.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Parses YAML 1.2 to plain values that keep the text of their scalars. Throws as `load` does. */
export function parseYaml(text: string): unknown {
  return openScalars(load(text, { schema }), (value) => (value instanceof Scalar ? value : null));
}
