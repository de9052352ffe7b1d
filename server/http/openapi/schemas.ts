import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { schemaNames } from '@/lib/contract/schema-names';
import { json } from '@/lib/wire/values';

export type JsonObject = { [key: string]: JsonValue };

const COMPONENTS = '#/components/schemas/';

/** Makes JSON Schemas of the wire's side of schemas, and collects those that have a name. */
export class Schemas {
  private readonly named = z.registry<{ id: string }>();
  private readonly collected = new Map<string, JsonObject>();

  constructor() {
    for (const [schema, id] of schemaNames) this.named.add(schema, { id });
  }

  /** The named schemas that were met so far, by name. */
  get components(): JsonObject {
    return Object.fromEntries([...this.collected].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A schema, with references to components in place of schemas that have a name. */
  of(schema: z.ZodType, side: 'input' | 'output' = 'input'): JsonObject {
    // As an item of a list: at the top, a named schema would stand for itself.
    const made = z.toJSONSchema(z.array(schema), {
      io: side,
      unrepresentable: 'any',
      reused: 'inline',
      metadata: this.named,
      override: describeOpaque,
    });
    const { items, $defs = {} } = withReferences(made) as {
      items: JsonObject;
      $defs?: { [id: string]: JsonObject };
    };
    for (const [id, { id: _, ...definition }] of Object.entries($defs)) {
      // Zod counts those without a name from 0 in each schema, so another one would take this one's place.
      if (id.startsWith('__schema')) throw new Error('A schema that contains itself needs a name');
      this.collected.set(id, definition);
    }
    return items;
  }
}

interface Overridden {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Adds what Zod doesn't know: what the values of people and sources may be. */
function describeOpaque({ zodSchema, jsonSchema }: Overridden): void {
  if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
  // As a type that contains itself, generators of clients write code that TypeScript refuses.
  if (zodSchema === json) {
    delete jsonSchema.anyOf;
    jsonSchema.description = 'Any JSON value';
  }
  // What a format says needs no pattern, from which viewers make up times that nobody has ever seen.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  // Zod says of every whole number that a double holds it exactly.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Plain JSON, with references to components in place of those to definitions. */
const withReferences = (schema: object): JsonValue =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' ? String(value).replace('#/$defs/', COMPONENTS) : value,
  );
