import { z } from 'zod';
import { id, none, pathId, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

const inOrg = z.strictObject({ orgId: textId });

/** Something about a description that stops nothing: a place in it, or null for the whole, and what to know about it. */
const note = z.object({ where: z.string().nullable(), message: z.string() });

/** The outcome of one uploaded file. */
export const uploaded = resource({
  filename: ['filename', z.string()],
  staticCommandSourceId: ['static_command_source_id', id.nullable()],
  credentialId: ['creds_id', id.nullable()],
  /** Whether a person has to enter the API's address before its commands can run. */
  baseUrlMissing: ['base_url_missing', z.boolean()],
  /** The first server as written in the description, such as `/api/v1`. */
  server: ['server', z.string()],
  operations: ['operations', z.int()],
  skipped: ['skipped', z.array(z.object({ operation: z.string(), reason: z.string() }))],
  ignoredMethods: ['ignored_methods', z.array(z.string())],
  /** At most 100: what was read differently than it is written, and what isn't valid. */
  notes: ['notes', z.array(note)],
  error: ['error', z.string().nullable()],
});

const upload = {
  method: 'POST',
  effect: 'change',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  /** The fields sent along with the files. */
  body: requestBody({
    /** Digits: the id of the source that this file updates. */
    staticCommandSourceId: ['staticCommandSourceId', pathId.optional()],
    /** Digits: the id of a connection to the same server, for a new source; without it, a connection is made. */
    credentialId: ['credsId', pathId.optional()],
  }),
  files: true,
  answer: { kind: 'json', status: 200, schema: z.array(uploaded) },
} as const;

export const uploadOpenapi = operation({
  ...upload,
  id: 'uploadOpenapi',
  path: '/{orgId}/openapi-upload',
  summary:
    'Reads OpenAPI descriptions, whose operations can then be added; a bad file does not stop the others. A description in several files is a zip file of them',
});

export const uploadOpenapiAt = operation({
  id: 'uploadOpenapiAt',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/openapi-address',
  summary: 'Fetches an OpenAPI description from its address, and reads it as an uploaded one',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: requestBody({
    /** It is asked without credentials, and follows redirects. */
    url: ['url', z.string().trim().min(1).max(2000)],
  }),
  answer: { kind: 'json', status: 200, schema: uploaded },
});

export const uploadPostman = operation({
  ...upload,
  id: 'uploadPostman',
  path: '/{orgId}/postman-upload',
  summary:
    'Reads Postman collections (2.0, 2.1), whose requests can then be added; a bad file does not stop the others',
});

export const listDescriptions = operation({
  id: 'listDescriptions',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/creds/{credsId}/descriptions',
  summary: 'The descriptions that were uploaded for a connection, with what is to be known about each',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId, credsId: pathId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: z.array(
      resource({
        staticCommandSourceId: ['static_command_source_id', id],
        title: ['title', z.string()],
        filename: ['filename', z.string().nullable()],
        uploadedAt: ['uploaded_at', time],
        notes: ['notes', z.array(note)],
      }),
    ),
  },
});

export const updateStaticCommandSource = operation({
  id: 'updateStaticCommandSource',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/static-command-sources/{sourceId}',
  summary: 'Says where the API of a description is',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId, sourceId: pathId }),
  query: none,
  body: requestBody({ openapiBaseUrl: ['openapiBaseUrl', z.string().trim().min(1).max(2000)] }),
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      staticCommandSourceId: ['static_command_source_id', id],
      credentialId: ['creds_id', id],
      openapiBaseUrl: ['openapi_base_url', z.string()],
    }),
  },
});
