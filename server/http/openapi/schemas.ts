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
      override: describe,
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

/** Adds what Zod doesn't know: what fields are for, and what the values of people and sources may be. */
function describe({ zodSchema, jsonSchema }: Overridden): void {
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description !== undefined) jsonSchema.description = description;
  hoistDescription(jsonSchema);
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

/** Gives what may be null the description of its value, so that a viewer shows one type with it. */
function hoistDescription(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, ...others] = schema.anyOf ?? [];
  if (value?.description === undefined || others.length !== 1 || others[0]?.type !== 'null') return;
  const { description, ...rest } = value;
  schema.description = description;
  const [only, ...more] = Object.keys(rest);
  if (more.length > 0 || (only !== undefined && only !== 'type')) {
    schema.anyOf = [rest, ...others];
    return;
  }
  // Any value is one of any type, null too.
  delete schema.anyOf;
  if (rest.type !== undefined) Object.assign(schema, { type: [rest.type, 'null'] });
}

/** Plain JSON, with references to components in place of those to definitions. */
const withReferences = (schema: object): JsonValue =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' ? String(value).replace('#/$defs/', COMPONENTS) : value,
  );
