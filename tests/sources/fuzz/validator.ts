import type Ajv from 'ajv';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020';
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import type { Described } from './described';

/** Keywords whose content is no schema, though it may look like one. */
const opaque = new Set([
  'example',
  'examples',
  'default',
  'discriminator',
  'xml',
  'externalDocs',
  'responses',
]);

/** Checks values against the schemas of a description, by their pointers. It shares no code with the product. */
export function validatorOf({ root, version }: Described): (pointer: string) => ValidateFunction {
  const options = { strict: false, validateSchema: false, allErrors: true } as const;
  const ajv: Ajv = version.startsWith('3.1') ? new Ajv2020(options) : new AjvDraft04(options);
  addFormats(ajv);
  // Values of these formats are other texts than elsewhere, or of any form.
  for (const name of ['int32', 'int64', 'float', 'double', 'password', 'byte', 'binary'])
    ajv.addFormat(name, true);
  ajv.addSchema(asSchema(root) as object, 'description');
  return (pointer) => ajv.compile({ $ref: `description${pointer}` });
}

/** `nullable` is a keyword of OpenAPI 3.0 alone; in JSON Schema, null is a type. */
function asSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asSchema);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !opaque.has(key) && !key.startsWith('x-'));
  const copy: Record<string, unknown> = Object.fromEntries(
    entries.map(([key, inner]) => [key, asSchema(inner)]),
  );
  // A parameter of 2.0 is its own schema, next to whether it is required.
  if (typeof copy.required === 'boolean') delete copy.required;
  if (copy.nullable === true && typeof copy.type === 'string') copy.type = [copy.type, 'null'];
  return copy;
}
