import statement from 'sql-template-tag';
import type { createRequestTemplate as createRequestOperation } from '@/lib/contract/sources/requests';
import type { TemplateInput } from '@/lib/inputs/input';
import { openDefault } from '@/lib/inputs/secret-values';
import { pathBelow, readRequestUrl } from '@/lib/sources/request-url';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { prisma } from '@/server/base/database/prisma';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { addCommand } from '@/server/commands/template/add-command';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { connectorAddedBy } from '@/server/connectors/registry';
import { jsonBodyOf, parameterOf } from '@/server/connectors/rest/edit-input';
import type { RestExecutable, RestParameter } from '@/server/connectors/rest/executable';
import { declaredEffect } from '@/server/connectors/rest/warning-tag';
import type { TemplateDescription } from '@/server/connectors/things';
import type { Context } from '@/server/operations/context';
import { readSaved } from '@/server/sources/connections/changed-connection';
import { plainJson } from '../parse/node';
import { methods } from './openapi/read-operation';

type RequestContext = Context<typeof createRequestOperation>;
type Body = RequestContext['body'];

const invalid = (path: string, message: string): AppError =>
  new AppError('invalid', `The request is not valid: ${path} – ${message}`, { issues: [{ path, message }] });

/** Creates a command for a single request, which is stored next to the connection's uploaded descriptions. */
export async function createRequestTemplate({ actor, subject, body, audit }: RequestContext) {
  const { orgId } = subject;
  const { sourceKind, connection } = await readSaved(orgId, body.credentialId);
  if (sourceKind !== connectorAddedBy('request').kind)
    throw invalid('credsId', 'Must be a connection to an API');
  const described = describeRequest(body, String(connection.apiBaseUrl ?? ''));
  const sourceId = await requestsOf(orgId, actor.userId, body.credentialId);
  const { commandId, name } = await addCommand({
    orgId,
    userId: actor.userId,
    credentialId: body.credentialId,
    described: { ...described, staticCommandSourceId: sourceId },
    audit,
  });
  await keepRequest(orgId, sourceId, described);
  const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
  return { templateId, commandId, cloudId: described.cloudId, name };
}

function describeRequest(body: Body, baseUrl: string): TemplateDescription {
  const [, verb = '', address = ''] = /^api::([a-z]+)::(.+)$/s.exec(body.cloudId) ?? [];
  const method = methods.find((each) => each === verb);
  if (method === undefined)
    throw invalid('cloudId', `Must be api::method::url, with one of the methods ${methods.join(', ')}`);
  const url = readRequestUrl(address);
  if (url === null)
    throw invalid('cloudId', 'Must contain an address such as https://api.example.com/users/{id}');
  const path = pathBelow(url, baseUrl);
  if (path === null) throw invalid('cloudId', `Must start with the connection's base URL, ${baseUrl}`);
  const keys = body.inputs.map(({ key }) => key);
  const missing = url.pathNames.find((name) => !keys.includes(`path.${name}`));
  if (missing !== undefined) throw invalid('inputs', `Must include path.${missing}, which is in the address`);
  const stray = keys.find((key) => key.startsWith('path.') && !url.pathNames.includes(key.slice(5)));
  if (stray !== undefined) throw invalid('inputs', `Includes ${stray}, which isn't in the address`);
  if (new Set(keys).size < keys.length) throw invalid('inputs', 'Must not repeat a key');
  const examples = new Map(url.query.map(({ name, example }) => [`query.${name}`, example]));
  const inputs = body.inputs.map((each) => inputOf(each, examples.get(each.key) ?? null));
  const bodyInput = inputs.find(({ key }) => key === 'body');
  const executable: RestExecutable = {
    method,
    baseUrl: null,
    path,
    parameters: inputs.filter((input) => input !== bodyInput).map(({ key }) => parameterFor(key)),
    body: bodyInput === undefined ? null : jsonBodyOf(bodyInput.key, bodyInput.type),
    accept: '*/*',
    sendsAuth: true,
  };
  return {
    cloudId: body.cloudId,
    cloudName: `${method.toUpperCase()} ${address}`,
    friendlyName: body.name,
    description: null,
    inputs,
    likeness: [],
    // There is no list to choose the effect in, so it is the method's.
    warningTag: declaredEffect(executable),
    executable: plainJson(executable),
  };
}

function inputOf(given: Body['inputs'][number], example: string | null): TemplateInput {
  const { key, typeName, defaultAmbiguousInput: treatment } = given;
  const type = openapiInputType(typeName);
  const isOptional = treatment !== null && treatment !== undefined && treatment !== 'nullNone';
  return {
    key,
    type,
    defaultValue: openDefault(type, type.jsonType === 'string' ? example : null),
    defaultExpression: null,
    // Without a value for the path, there is no address.
    defaultAmbiguousInput: isOptional && !key.startsWith('path.') ? treatment : 'required',
    description: given.displayName === undefined || given.displayName === key ? null : given.displayName,
  };
}

function parameterFor(key: string): RestParameter {
  try {
    return parameterOf(key);
  } catch (error) {
    if (error instanceof ConnectorError) throw invalid('inputs', error.message);
    throw error;
  }
}

/** A connection's single requests form one source, of kind `manual`. */
async function requestsOf(orgId: string, userId: string, credentialId: number): Promise<number> {
  const [source] = await query(
    { static_command_source_id: column.int },
    statement`insert into static_command_source (org_id, credential_id, kind, title, server, uploaded_by_user_id)
     values (${orgId}, ${credentialId}::int, 'manual', ${`Requests of connection ${credentialId}`}, '', ${userId})
     on conflict (org_id, kind, title, server) do update set uploaded_at = now()
     returning static_command_source_id`,
  );
  if (source === undefined) throw new Error('A source was not inserted');
  return source.static_command_source_id;
}

/** Stores a request where a sync will find it. */
async function keepRequest(orgId: string, sourceId: number, described: TemplateDescription): Promise<void> {
  const { cloudId, cloudName, friendlyName, inputs, executable } = described;
  await execute(statement`insert into static_command (org_id, static_command_source_id, cloud_id, position,
       cloud_name, friendly_name, traits, likeness, inputs, executable)
     select ${orgId}, ${sourceId}::int, ${cloudId}, count(*), ${cloudName}, ${friendlyName}, '{}', '{}',
       ${JSON.stringify(inputs)}::jsonb, ${JSON.stringify(executable)}::jsonb
     from static_command where org_id = ${orgId} and static_command_source_id = ${sourceId}::int
     on conflict (org_id, static_command_source_id, cloud_id) do update
       set friendly_name = excluded.friendly_name, inputs = excluded.inputs, executable = excluded.executable`);
}
