import { z } from 'zod';
import { addingWays, capabilities } from '@/lib/sources/source-kind';
import {
  id,
  listQuery,
  none,
  opaqueObject,
  pathId,
  queryBoolean,
  textId,
  time,
  typedLabel,
} from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { lookEvery, sourceLook } from './expected-breaks';
import { pushWebhook } from './push-webhook';

export const credType = z.enum(['az', 'db', 'api', 'aws', 'github']);

/**
 * The documents' nested parts; the key is the `credType`. In answers, the keys of the part are in snake case, secrets are
 * shown as in `settings`, and the other parts are absent.
 */
const nestedParts = {
  az: ['az', opaqueObject.optional()],
  db: ['db', opaqueObject.optional()],
  api: ['api', opaqueObject.optional()],
  aws: ['aws', opaqueObject.optional()],
  github: ['github', opaqueObject.optional()],
} as const;

export const credential = resource({
  credentialId: ['creds_id', id],
  orgId: ['org_id', textId],
  credType: ['cred_type', credType],
  sourceKind: ['source_kind', z.string()],
  name: ['name', z.string()],
  forSync: ['syncs', z.boolean()],
  forRuns: ['runs', z.boolean()],
  forResults: ['stores', z.boolean()],
  resourceId: ['resource_id', z.string().nullable()],
  /** How many of its runs may be in progress at once; null for as many as the installation allows. */
  concurrencyLimit: ['concurrency_limit', z.int().nullable()],
  /** The tag of the workers that its runs go to; null for those that serve connections without one. */
  workerTag: ['worker_tag', z.string().nullable()],
  /** Whether no worker with that tag is alive; false without a tag. */
  workerMissing: ['worker_missing', z.boolean()],
  isBuiltin: ['is_builtin', z.boolean()],
  createdAt: ['created_at', time],
  version: ['version', z.int()],
  /** The number of commands that use it. */
  commandCount: ['command_count', z.int()],
  /** When the last run of one of these commands began; null if there was none. */
  lastUsedAt: ['last_used_at', time.nullable()],
  /**
   * What is wrong with it: its API requires a credential that is missing; its secrets cannot be opened with the server's
   * keys; or the last run could not reach the source, or was not let in.
   */
  problem: ['problem', z.enum(['auth_missing', 'secrets_unreadable', 'unreachable']).nullable()],
  /** The words of the last run's error, if that is the problem. */
  problemDetail: ['problem_detail', z.string().nullable()],
  /** Whether its API requires a credential that hasn't been filled in yet. */
  authMissing: ['auth_missing', z.boolean()],
  /** The schemes of its API's description that aren't filled in, by name. Only some commands may need them. */
  authGaps: ['auth_gaps', z.array(z.string())],
  /**
   * The connection with the keys that requests use. A saved secret reads `{"is_set": true}`, one that was never filled
   * in reads false.
   */
  settings: ['settings', opaqueObject],
  /** Where its source tells of pushes; null if that isn't set up. */
  pushWebhook: ['push_webhook', pushWebhook.nullable()],
  /** What the last look found that a sync would change and break; null if its kind has nothing to sync. */
  look: ['look', sourceLook.nullable()],
  ...nestedParts,
});

const credentialName = typedLabel(100, 'A connection needs a name');

const inOrg = z.strictObject({ orgId: textId });
const onOne = z.strictObject({ orgId: textId, credsId: pathId });

export const createCredential = operation({
  id: 'createCredential',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/creds',
  summary: 'Checks a connection and saves it; `force=true` saves one that cannot be reached',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: z.strictObject({ force: queryBoolean.optional() }),
  body: requestBody({
    orgId: ['orgId', textId.optional()],
    credType: ['credType', credType],
    name: ['name', credentialName],
    forSync: ['syncs', z.boolean().optional()],
    forRuns: ['runs', z.boolean().optional()],
    forResults: ['stores', z.boolean().optional()],
    resourceId: ['resourceId', z.string().max(200).nullable().optional()],
    ...nestedParts,
  }),
  answer: { kind: 'json', status: 201, schema: resource({ credentialId: ['creds_id', id] }) },
});

export const listCredentials = operation({
  id: 'listCredentials',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/creds',
  summary: 'The connections of the organization, without their secrets',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: listQuery,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(credential) },
});

/** A database as the documents list it: the nested part, with the id and the name of its connection. */
export const listDatabaseCredentials = operation({
  id: 'listDatabaseCredentials',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/db-creds',
  summary: 'The connections to databases, without their secrets',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: listQuery,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(opaqueObject) },
});

/** A repository as the documents list it: the nested part, with the id and the name of its connection. */
export const listGithubCredentials = operation({
  id: 'listGithubCredentials',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/github-creds',
  summary: 'The connections to GitHub repositories, without their secrets',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: listQuery,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(opaqueObject) },
});

/** The text of a `.env` or `.Renviron` file, which replaces all variables; or variables by name, of which null removes one. */
const variables = z.union([z.string().max(1_000_000), z.record(z.string(), z.string().nullable())]);

export const updateGithubCredential = operation({
  id: 'updateGithubCredential',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/github-creds/{githubCredsId}',
  summary: 'Replaces the token of a repository, or the variables that its scripts get',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId, githubCredsId: pathId }),
  query: z.strictObject({ force: queryBoolean.optional() }),
  body: requestBody({
    token: ['token', z.string().max(500).optional()],
    renviron: ['renviron', variables.optional()],
    dotenv: ['dotenv', variables.optional()],
  }),
  answer: { kind: 'json', status: 200, schema: opaqueObject },
});

export const readCredential = operation({
  id: 'readCredential',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/creds/{credsId}',
  summary: 'One connection, without its secrets',
  permission: { needs: 'org', action: 'org.connect' },
  params: onOne,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: credential },
});

export const updateCredential = operation({
  id: 'updateCredential',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/creds/{credsId}',
  summary:
    'Changes a connection and checks it; a secret that is left out stays, unless the connection goes elsewhere',
  permission: { needs: 'org', action: 'org.connect' },
  params: onOne,
  query: z.strictObject({ force: queryBoolean.optional() }),
  body: requestBody({
    orgId: ['orgId', textId.optional()],
    name: ['name', credentialName.optional()],
    forSync: ['syncs', z.boolean().optional()],
    forRuns: ['runs', z.boolean().optional()],
    forResults: ['stores', z.boolean().optional()],
    resourceId: ['resourceId', z.string().max(200).nullable().optional()],
    /** How often a worker looks what a sync would break. */
    lookEvery: ['lookEvery', lookEvery.optional()],
    concurrencyLimit: ['concurrencyLimit', z.int().min(1).max(1000).nullable().optional()],
    /** As `WORKER_TAGS` of a worker has it; `default` is the same as null. */
    workerTag: ['workerTag', z.string().max(200).nullable().optional()],
    ...nestedParts,
    version: ['version', z.int().min(1).optional()],
  }),
  answer: { kind: 'json', status: 200, schema: credential },
});

export const checkCredential = operation({
  id: 'checkCredential',
  method: 'POST',
  effect: 'read',
  path: '/{orgId}/creds/{credsId}/check',
  summary: 'Opens a connection as it is saved, or as it would be with what is sent; nothing is saved',
  permission: { needs: 'org', action: 'org.connect' },
  params: onOne,
  query: none,
  body: requestBody(nestedParts),
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      serverVersion: ['server_version', z.string()],
      /** What won't work there, and what to do; null if everything does. */
      warning: ['warning', z.string().nullable()],
    }),
  },
});

export const listCredentialCommands = operation({
  id: 'listCredentialCommands',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/creds/{credsId}/kits',
  summary: 'The commands that use a connection',
  permission: { needs: 'org', action: 'org.connect' },
  params: onOne,
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: z.array(resource({ commandId: ['kit_id', id], name: ['name', z.string()] })),
  },
});

export const deleteCredential = operation({
  id: 'deleteCredential',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/creds/{credsId}',
  summary: 'Deletes a connection and its secrets; `withCommands=true` deletes the commands that use it, too',
  permission: { needs: 'org', action: 'org.connect' },
  params: onOne,
  query: z.strictObject({ withCommands: queryBoolean.optional() }),
  body: null,
  answer: { kind: 'nothing' },
});

const inputEdits = resource({
  type: ['type', z.boolean()],
  key: ['key', z.boolean()],
  addAndDelete: ['add_and_delete', z.boolean()],
  sync: ['sync', z.boolean()],
});

/** A kind of source that can be connected, with the JSON Schema that its form is made from. */
export const connectionKind = resource({
  sourceKind: ['source_kind', z.string()],
  label: ['label', z.string()],
  /** The singular and plural names for a thing at such a source. */
  thing: ['thing', z.strictObject({ one: z.string(), many: z.string() })],
  /** The ways to add its commands, in menu order. */
  addingWays: ['adding_ways', z.array(z.strictObject({ by: z.enum(addingWays), label: z.string() }))],
  typeSystem: ['type_system', z.string()],
  capabilities: ['capabilities', z.array(z.enum(capabilities))],
  /** Which parts of its commands' inputs engineers may edit, by where the inputs were read from. */
  inputEdits: ['input_edits', z.record(z.string(), inputEdits)],
  credType: ['cred_type', credType],
  /** The fields that are sealed and never sent back. */
  secretKeys: ['secret_keys', z.array(z.string())],
  schema: ['schema', opaqueObject],
});

export const listConnectionKinds = operation({
  id: 'listConnectionKinds',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/connection-kinds',
  summary: 'The kinds of sources that can be connected, and what each asks for',
  permission: { needs: 'org', action: 'org.connect' },
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(connectionKind) },
});
