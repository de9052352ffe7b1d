import { z } from 'zod';
import type { AnyOperation } from '@/lib/contract/operation';
import type { JsonObject, Schemas } from '@/server/http/openapi/schemas';

/** The parameters of an operation: its path's, its query's, and the key of a request that may be repeated. */
export function parametersOf({ params, query, idempotent }: AnyOperation, schemas: Schemas): JsonObject[] {
  const key: JsonObject = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'For a day, a repeated request with the same key does nothing twice: it gets the response of the first one, even if its run failed. The key belongs to the person or service account of the token. With another body it is refused with 409. A request that was refused leaves its key unused.',
    schema: { type: 'string', maxLength: 200 },
  };
  return [
    ...parametersIn('path', params, schemas),
    ...parametersIn('query', query, schemas),
    ...(idempotent ? [key] : []),
  ];
}

function parametersIn(place: 'path' | 'query', schema: z.ZodType, schemas: Schemas): JsonObject[] {
  if (!(schema instanceof z.ZodObject)) throw new Error('The parameters of an operation are an object');
  return Object.entries<z.ZodType>(schema.shape).map(([name, parameter]) => ({
    name,
    in: place,
    required: place === 'path' || !parameter.safeParse(undefined).success,
    ...describedAs(parameter),
    schema: parameterSchema(parameter, schemas),
  }));
}

function describedAs(parameter: z.ZodType): JsonObject {
  const description = z.globalRegistry.get(parameter)?.description;
  return description === undefined ? {} : { description };
}

/** A number or a truth value is text in an address, and described as what it is; everything else as it is written. */
function parameterSchema(parameter: z.ZodType, schemas: Schemas): JsonObject {
  const read = schemas.of(parameter, 'output');
  const isScalar = ['integer', 'number', 'boolean'].includes(String(read.type));
  return isScalar ? read : schemas.of(parameter);
}
