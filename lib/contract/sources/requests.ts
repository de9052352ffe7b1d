import { z } from 'zod';
import { choosableTypes } from '@/lib/type-systems/openapi/openapi-types';
import { id, listQuery, none, opaqueObject, pathId, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** The ways to authenticate: the documents' four, and those that were added to them. */
export const authType = z.enum([
  'none',
  'custom_headers',
  'bearer_token',
  'basic_auth',
  'digest_auth',
  'api_key',
  'oauth_client_credentials',
  'aws_signature',
]);

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
  effect: 'change',
  path: '/{orgId}/command-templates',
  summary: 'Creates a command from a single HTTP request',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: requestBody({
    credentialId: ['credsId', id],
    name: ['name', z.string().trim().min(1).max(200)],
    /** `api::method::url`, the URL with its `{parameters}`; it must be below the connection's base URL. */
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

export const makeRunStatement = operation({
  id: 'makeRunStatement',
  method: 'POST',
  effect: 'read',
  path: '/{orgId}/command-templates/{olId}/run-statement',
  summary: 'What a run with these values would send, as a shell command without secrets',
  permission: { needs: 'template', action: 'template.run', id: 'path.olId' },
  params: z.strictObject({ orgId: textId, olId: pathId }),
  query: none,
  body: requestBody({ params: ['runrams', opaqueObject] }),
  answer: { kind: 'json', status: 200, schema: resource({ statement: ['statement', z.string()] }) },
});

export const listApiCredentials = operation({
  id: 'listApiCredentials',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/api-creds',
  summary: 'The connections to APIs, for instance those of one base URL (`filter=api_base_url:https://…`)',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: listQuery,
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

const isSet = resource({ isSet: ['is_set', z.boolean()] });

/** How a connection to an API authenticates; for a secret it only says whether it is set. */
export const apiAuth = resource({
  credentialId: ['creds_id', id],
  name: ['name', z.string()],
  apiBaseUrl: ['api_base_url', z.string()],
  authType: ['auth_type', authType],
  username: ['username', z.string()],
  /** `static`, or the name of the variable that it comes from; the same for the other two. */
  usernameSource: ['username_source', z.string()],
  passwordSource: ['password_source', z.string()],
  bearerTokenSource: ['bearer_token_source', z.string()],
  apiKeyName: ['api_key_name', z.string()],
  apiKeyIn: ['api_key_in', z.enum(['header', 'query', 'cookie'])],
  tokenUrl: ['token_url', z.string()],
  clientId: ['client_id', z.string()],
  scopes: ['scopes', z.string()],
  accessKeyId: ['access_key_id', z.string()],
  awsRegion: ['aws_region', z.string()],
  awsService: ['aws_service', z.string()],
  customHeaders: ['custom_headers', isSet],
  bearerToken: ['bearer_token', isSet],
  password: ['password', isSet],
  apiKey: ['api_key', isSet],
  clientSecret: ['client_secret', isSet],
  secretAccessKey: ['secret_access_key', isSet],
  sessionToken: ['session_token', isSet],
  /** Further schemes that its description names; operations say which of them they need. */
  schemes: [
    'schemes',
    z.array(
      resource({
        name: ['name', z.string()],
        authType: ['auth_type', authType],
        /** The values filled in for it, by key. */
        filledIn: ['filled_in', z.array(z.string())],
      }),
    ),
  ],
  /** The description's name for the credential above; empty if it doesn't name it. */
  authScheme: ['auth_scheme', z.string()],
  /** Whether inputs of its commands have changed; a way to authenticate changes none. */
  triggerInputRefresh: ['trigger_input_refresh', z.boolean()],
});

const onOneCredential = z.strictObject({ orgId: textId, credsId: pathId });
const signsIn = { needs: 'credential', action: 'credential.signIn', id: 'path.credsId' } as const;

export const readApiAuth = operation({
  id: 'readApiAuth',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/creds-api/{credsId}',
  summary: 'How a connection to an API authenticates, without its secrets',
  permission: signsIn,
  params: onOneCredential,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: apiAuth },
});

/** Null clears it. */
const text = z.string().max(20_000).nullish();

export const updateApiAuth = operation({
  id: 'updateApiAuth',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/creds-api/{credsId}',
  summary: 'Sets how a connection to an API authenticates; what is left out stays',
  permission: signsIn,
  params: onOneCredential,
  query: none,
  body: requestBody({
    authType: ['authType', authType.optional()],
    /** Header name to value, as an object or its JSON text. */
    customHeaders: [
      'customHeaders',
      z
        .union([z.string().max(20_000), opaqueObject])
        .nullable()
        .optional(),
    ],
    bearerToken: ['bearerToken', text],
    username: ['username', text],
    password: ['password', text],
    apiKeyName: ['apiKeyName', text],
    apiKeyIn: ['apiKeyIn', z.enum(['header', 'query', 'cookie']).optional()],
    apiKey: ['apiKey', text],
    tokenUrl: ['tokenUrl', text],
    clientId: ['clientId', text],
    clientSecret: ['clientSecret', text],
    scopes: ['scopes', text],
    accessKeyId: ['accessKeyId', text],
    secretAccessKey: ['secretAccessKey', text],
    sessionToken: ['sessionToken', text],
    awsRegion: ['awsRegion', text],
    awsService: ['awsService', text],
    /** The values filled in for each scheme: `{"partnerKey": {"apiKey": "…"}}`. What is left out stays. */
    schemes: ['schemes', opaqueObject.optional()],
    /** `static`, or the name of a variable: then every run takes the value of its own person. */
    usernameSource: ['usernameSource', z.string().trim().min(1).max(200).nullish()],
    passwordSource: ['passwordSource', z.string().trim().min(1).max(200).nullish()],
    bearerTokenSource: ['bearerTokenSource', z.string().trim().min(1).max(200).nullish()],
  }),
  answer: { kind: 'json', status: 200, schema: apiAuth },
});
