import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { errorBody } from '@/lib/contract/error-body';
import type { AnyOperation } from '@/lib/contract/operation';
import { operations, operationTags, tagOfOperation } from '@/lib/contract/operations';
import { API_BASE } from '@/lib/wire/url';
import { env } from '@/server/base/env';
import { answerExamples, bodyExamples } from '@/server/http/openapi/examples';
import { parametersOf } from '@/server/http/openapi/parameters';
import { refusals, refusalsOf } from '@/server/http/openapi/refusals';
import { type JsonObject, Schemas } from '@/server/http/openapi/schemas';
import { REPLAYED } from '@/server/operations/idempotency';
import { sessionCookieName } from '@/server/people/sign-in/session';

/** The fields of an upload, including its files. */
function withFiles(fields: JsonObject): JsonObject {
  const files = { type: 'array', items: { type: 'string', format: 'binary' } };
  const properties = typeof fields.properties === 'object' ? fields.properties : {};
  return { ...fields, properties: { ...properties, file: files }, required: ['file'] };
}

const contentOf = (mediaType: string, schema: JsonObject, example?: JsonValue): JsonObject => ({
  [mediaType]: { schema, ...(example === undefined ? {} : { example }) },
});

const REPLAYED_HEADER: JsonObject = {
  [REPLAYED]: {
    description: '`true` if an earlier request with this `Idempotency-Key` did the work; missing otherwise',
    schema: { type: 'string', const: 'true' },
  },
};

function successOf({ id, answer, idempotent }: AnyOperation, schemas: Schemas): JsonObject {
  const headers: JsonObject = idempotent ? { headers: REPLAYED_HEADER } : {};
  switch (answer.kind) {
    case 'json': {
      const content = contentOf('application/json', schemas.of(answer.schema), answerExamples[id]);
      const accepted = { '202': { description: 'Accepted; it waits for approval', ...headers, content } };
      return {
        [String(answer.status)]: { description: 'The result', ...headers, content },
        ...(answer.isAccepted === undefined ? {} : accepted),
      };
    }
    case 'nothing':
      return { '204': { description: 'Done. The response has no body.', ...headers } };
    case 'file': {
      const content = contentOf('application/octet-stream', { type: 'string', format: 'binary' });
      return { '200': { description: 'A file', content } };
    }
    case 'events': {
      const content = contentOf('text/event-stream', { type: 'string' });
      return { '200': { description: 'Server-sent events', content } };
    }
  }
}

/** Tokens don't manage organizations, and don't do what only people at a browser do. */
function waysToAuthenticate({ permission, effect }: AnyOperation): JsonObject[] {
  const isForPeople =
    (permission.needs === 'signedIn' && permission.inPerson === true) ||
    (permission.needs === 'command' && permission.action === 'command.approve') ||
    (permission.needs === 'org' && permission.action === 'org.manage' && effect === 'change');
  // What anyone may ask is answered for who asks; a public command is one of them.
  const isOpen =
    permission.needs === 'nothing' || (permission.needs === 'command' && permission.action === 'command.see');
  // Generated clients send what they have for the first way.
  return [...(isForPeople ? [] : [{ token: [] }]), { session: [] }, { demo: [] }, ...(isOpen ? [{}] : [])];
}

function requestBodyOf({ id, body, files }: AnyOperation, schemas: Schemas): JsonObject {
  if (body === null) return {};
  const content =
    files === true
      ? contentOf('multipart/form-data', withFiles(schemas.of(body)))
      : contentOf('application/json', schemas.of(body), bodyExamples[id]);
  return { requestBody: { required: true, content } };
}

function pathItem(operation: AnyOperation, schemas: Schemas): JsonObject {
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [tagOfOperation.get(operation.id) ?? 'Insight'],
    security: waysToAuthenticate(operation),
    parameters: parametersOf(operation, schemas),
    'x-effect': operation.effect,
    ...requestBodyOf(operation, schemas),
    responses: { ...successOf(operation, schemas), ...refusalsOf(operation) },
  };
}

/** What most programs need, in this order; the other operations follow as they are declared. */
const FIRST = [
  'runAndWait',
  'createRun',
  'startRun',
  'readRun',
  'createDownloadLink',
  'createBulkRun',
  'startBulkRun',
  'listRuns',
  'listCommands',
  'readCommand',
  'readMe',
  'listMyOrgs',
];

const placeOf = ({ id }: AnyOperation): number => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);

/** Describes the API, generated from the same declarations that serve it. Takes a while, and lets others go on meanwhile. */
export async function openApiDocument(): Promise<JsonObject> {
  const schemas = new Schemas();
  const error = schemas.of(errorBody as z.ZodType);
  const paths: { [path: string]: JsonObject } = {};
  for (const operation of operations.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const path = API_BASE + operation.path;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: pathItem(operation, schemas) };
    await yieldToOthers();
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pushboard',
      version: '1',
      description:
        'Everything that people do in Pushboard, programs can do over this API. Send an access token of a person or a service account as a Bearer token.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: env().appUrl, description: 'This Pushboard' }],
    tags: Object.entries(operationTags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      responses: refusals(error),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName() },
        token: { type: 'http', scheme: 'bearer', description: 'An access token' },
        demo: { type: 'apiKey', in: 'header', name: 'X-Demo-User-Id', description: 'In demo mode only' },
      },
    },
  };
}
