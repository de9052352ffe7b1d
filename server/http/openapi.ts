import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { errorBody } from '@/lib/contract/error-body';
import type { AnyOperation } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { API_BASE } from '@/lib/wire/url';
import { sessionCookieName } from '@/server/people/sign-in/session';

type JsonObject = { [key: string]: JsonValue };

/** The wire side of a schema. Opaque values are `{}`: any JSON. */
function jsonSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  return JSON.parse(JSON.stringify(rest));
}

function parameters(schema: z.ZodType, place: 'path' | 'query'): JsonObject[] {
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    properties?: JsonObject;
    required?: string[];
  };
  return Object.entries(properties).map(([name, parameter]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: parameter ?? {},
  }));
}

/** The fields of an upload, including its files. */
function withFiles(fields: JsonObject): JsonObject {
  const files = { type: 'array', items: { type: 'string', format: 'binary' } };
  const properties = typeof fields.properties === 'object' ? fields.properties : {};
  return { ...fields, properties: { ...properties, file: files }, required: ['file'] };
}

function successResponse({ answer }: AnyOperation): JsonObject {
  switch (answer.kind) {
    case 'json': {
      const content = { 'application/json': { schema: jsonSchema(answer.schema) } };
      const accepted = { '202': { description: 'Accepted; it waits for approval', content } };
      return {
        [String(answer.status)]: { description: 'The result', content },
        ...(answer.isAccepted === undefined ? {} : accepted),
      };
    }
    case 'nothing':
      return { '204': { description: 'Done; there is no content' } };
    case 'file':
      return {
        '200': {
          description: 'A file',
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
      };
    case 'events':
      return {
        '200': {
          description: 'Server-sent events',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
      };
  }
}

/** Tokens don't manage organizations, and don't do what only people at a browser do. */
function waysToAuthenticate({ permission, effect }: AnyOperation): JsonObject[] {
  if (permission.needs === 'nothing') return [];
  const isForPeople =
    (permission.needs === 'signedIn' && permission.inPerson === true) ||
    (permission.needs === 'command' && permission.action === 'command.approve') ||
    (permission.needs === 'org' && permission.action === 'org.manage' && effect === 'change');
  return [{ session: [] }, ...(isForPeople ? [] : [{ token: [] }]), { demo: [] }];
}

function pathItem(operation: AnyOperation): JsonObject {
  const idempotency: JsonObject = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
  };
  return {
    operationId: operation.id,
    summary: operation.summary,
    security: waysToAuthenticate(operation),
    parameters: [
      ...parameters(operation.params, 'path'),
      ...parameters(operation.query, 'query'),
      ...(operation.idempotent ? [idempotency] : []),
    ],
    'x-effect': operation.effect,
    ...(operation.body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: operation.files
              ? { 'multipart/form-data': { schema: withFiles(jsonSchema(operation.body)) } }
              : { 'application/json': { schema: jsonSchema(operation.body) } },
          },
        }),
    responses: {
      ...successResponse(operation),
      default: {
        description: 'An error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

/** Describes the API, generated from the same declarations that serve it. */
export function openApiDocument(): JsonObject {
  const paths: { [path: string]: JsonObject } = {};
  for (const operation of operations) {
    const path = API_BASE + operation.path;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: pathItem(operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pushboard', version: '1' },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody) },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName() },
        token: { type: 'http', scheme: 'bearer', description: 'An access token' },
        demo: { type: 'apiKey', in: 'header', name: 'X-Demo-User-Id', description: 'In demo mode only' },
      },
    },
  };
}

export async function readOpenApi(): Promise<JsonValue> {
  return openApiDocument();
}
