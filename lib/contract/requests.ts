import { z } from 'zod';
import { choosableTypes } from '@/lib/type-systems/openapi';
import { operation } from './operation';
import { id, none, opaqueObject, textId } from './values';
import { requestBody, resource } from './wire';

const inOrg = z.strictObject({ orgId: textId });

/** One parameter of a single request, as a person described it. */
const requestInput = requestBody({
  /** `path.x`, `query.x`, `header.x`, or `body`. */
  key: [
    'key',
    z
      .string()
      .regex(/^((path|query|header)\.[^\0]{1,200}|body)$/, 'Must be path.x, query.x, header.x or body'),
  ],
  typeSystem: ['typeSystem', z.literal('openapi').optional()],
  typeName: ['typeName', z.enum(choosableTypes)],
  defaultAmbiguousInput: [
    'defaultAmbiguousInput',
    z.enum(['required', 'explicitNull', 'emptyString', 'omit', 'nullNone']).nullable().optional(),
  ],
  displayName: ['displayValue', z.string().max(200).nullable().optional()],
});

export const createRequestTemplate = operation({
  id: 'createRequestTemplate',
  method: 'POST',
  path: '/{orgId}/command-templates',
  summary: 'Makes a command of a single HTTP request',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: requestBody({
    credentialId: ['credsId', id],
    name: ['name', z.string().trim().min(1).max(200)],
    /** `api::method::url`, the URL with its `{parameters}`; it must lie below the connection's base URL. */
    cloudId: ['cloudId', z.string().max(2000)],
    paramSchema: ['paramSchema', opaqueObject.nullable().optional()],
    inputs: ['inputs', z.array(requestInput).max(200)],
    executionEnv: ['executionEnv', z.string().max(20).nullable().optional()],
  }),
  answer: {
    kind: 'json',
    status: 201,
    schema: resource({
      templateId: ['ol_id', id],
      commandId: ['kit_id', id],
      cloudId: ['cloud_id', z.string()],
      name: ['name', z.string()],
    }),
  },
});

export const listApiCredentials = operation({
  id: 'listApiCredentials',
  method: 'GET',
  path: '/{orgId}/api-creds',
  summary: 'The connections to APIs, for instance those of one base URL (`filter=api_base_url:https://…`)',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: z.strictObject({
    filter: z.array(z.string()).optional(),
    sort: z.string().optional(),
    sortDesc: z.string().optional(),
  }),
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: z.array(
      resource({
        credentialId: ['creds_id', id],
        name: ['name', z.string()],
        apiBaseUrl: ['api_base_url', z.string()],
        authType: ['auth_type', z.string()],
      }),
    ),
  },
});
