import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { coerceValue } from '@/lib/values/coerce-value';
import { readExecutable } from '@/server/connectors/rest/executable';
import { importOpenapi } from '@/server/sources/imports/operations/openapi/import-openapi';
import { withWire } from '../../connectors/rest/bytes-support';
import { repeats } from '../../support/setup/reach';
import { textsArrived, valueOfText } from './arrived';
import {
  type DescribedOperation,
  type DescribedParameter,
  lookUp,
  readDescribed,
  type Schema,
} from './described';
import { validatorOf } from './validator';
import { valuesOf } from './values-of-schema';

// Values are made from the schemas of real descriptions, sent through the product, and read at the other end. Making,
// reading, and checking them share no code with the product.

const folder = 'tests/samples/openapi';
const wire = withWire();

const isScalar = (type: unknown): boolean =>
  ['string', 'integer', 'number', 'boolean'].includes(String(type));

describe.each(readdirSync(folder))('%s', async (file) => {
  const text = readFileSync(`${folder}/${file}`, 'utf8');
  const described = readDescribed(text);
  const { root } = described;
  const validate = validatorOf(described);
  const read = await importOpenapi(text);
  const target = (schema: Schema): Schema =>
    typeof schema.$ref === 'string' ? target(lookUp(root, schema.$ref) as Schema) : schema;

  /** The type of a parameter's value, or of its items; null for what this test doesn't read. */
  function typeOf({ schema }: DescribedParameter): { type: unknown; isList: boolean } | null {
    const { type, items } = target(schema);
    if (isScalar(type)) return { type, isList: false };
    const item = type === 'array' ? target((items ?? {}) as Schema).type : undefined;
    return isScalar(item) ? { type: item, isList: true } : null;
  }

  const readable = (parameter: DescribedParameter): boolean =>
    ['form', 'simple', 'spaceDelimited', 'pipeDelimited'].includes(parameter.style) &&
    typeOf(parameter) !== null;

  /** Values for what an operation takes: of a path, no empty text and none of dots; of a header, no line break. */
  function valuesFor(operation: DescribedOperation): fc.Arbitrary<Record<string, JsonValue>> {
    const parameters = operation.parameters.filter(readable).flatMap((parameter) => {
      const values = valuesOf(root, parameter.schema);
      if (values === undefined) return [];
      const isSendable = (value: JsonValue): boolean => {
        const texts = [value].flat().map(String);
        if (parameter.in === 'query') return true;
        if (parameter.in === 'header')
          return texts.length > 0 && texts.every((each) => /^[!-+\-.-~]+$/.test(each));
        return texts.length > 0 && texts.every((each) => each !== '' && !/^\.+$/.test(each));
      };
      return [[`${parameter.in}.${parameter.name}`, values.filter(isSendable)] as const];
    });
    const body =
      operation.body?.mediaType === 'application/json' ? valuesOf(root, operation.body.schema) : undefined;
    const record = Object.fromEntries([
      ...parameters,
      ...(body === undefined ? [] : [['body', body] as const]),
    ]);
    const required = operation.parameters
      .filter((each) => each.in === 'path')
      .map(({ name }) => `path.${name}`);
    return fc.record(record, { requiredKeys: required.filter((key) => Object.hasOwn(record, key)) });
  }

  const operations = read.operations.flatMap((imported) => {
    const operation = described.operations.find(({ cloudId }) => cloudId === imported.cloudId);
    if (operation === undefined) return [];
    const isWhole = operation.parameters.every((each) => each.in !== 'path' || readable(each));
    return isWhole ? [{ imported, operation, name: imported.cloudId }] : [];
  });

  test.each(operations)(
    '$name: what arrives is what was meant, and what its description allows',
    async ({ imported, operation }) => {
      const executable = readExecutable(imported.executable);
      await fc.assert(
        fc.asyncProperty(valuesFor(operation), async (meant) => {
          const { body, ...parameters } = meant;
          const isParted = executable.body !== null && executable.body.wholeKey === null;
          const members = isParted && body !== null && typeof body === 'object' ? body : undefined;
          const ofBody =
            members === undefined
              ? body === undefined
                ? {}
                : { body }
              : Object.fromEntries(Object.entries(members).map(([key, value]) => [`body.${key}`, value]));
          const values: Record<string, JsonValue> = {};
          for (const [key, value] of Object.entries({ ...parameters, ...ofBody })) {
            const input = imported.inputs.find((each) => each.key === key);
            // What a sign-in fills in is no input.
            if (input === undefined) continue;
            const coerced = coerceValue(input.type, value as JsonValue);
            if (!coerced.ok) throw new Error(`${key} refuses ${JSON.stringify(value)}: ${coerced.message}`);
            values[key] = coerced.value;
          }
          const sent = await wire.send(executable, values);
          for (const parameter of operation.parameters.filter(readable)) {
            const key = `${parameter.in}.${parameter.name}`;
            const kind = typeOf(parameter);
            if (!Object.hasOwn(values, key) || kind === null) continue;
            const texts = textsArrived(parameter, operation, sent, kind.isList);
            const arrived = (texts ?? []).map((each) => valueOfText(each, kind.type));
            expect({ [key]: arrived }).toEqual({ [key]: [parameters[key]].flat() });
            if (texts === null) continue;
            const check = validate(parameter.pointer);
            expect({
              isValid: check(kind.isList ? arrived : arrived[0]),
              errors: check.errors,
            }).toMatchObject({ isValid: true });
          }
          if (
            operation.body === null ||
            body === undefined ||
            (members !== undefined && Object.keys(members).length === 0)
          )
            return;
          const arrived: unknown = JSON.parse(Buffer.from(sent.body, 'latin1').toString());
          expect(arrived).toEqual(body);
          const check = validate(operation.body.pointer);
          expect({ isValid: check(arrived), errors: check.errors }).toMatchObject({ isValid: true });
        }),
        { numRuns: repeats(100), seed: 41 },
      );
    },
  );
});
