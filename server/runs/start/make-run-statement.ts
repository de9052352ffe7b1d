import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { makeRunStatement as makeStatementOperation } from '@/lib/contract/sources/requests';
import type { Input } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { runStatement } from '@/lib/runs/run-statement';
import { loadRunnable } from '@/server/access/load/load-command';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { ownPartOf } from '@/server/connectors/own-part-of';
import { connectorFor } from '@/server/connectors/registry';
import type { Context } from '@/server/operations/context';
import { checkedValues } from '@/server/runs/start/prepare-run';

/** Replaces values that the caller may not see. */
const UNSEEN = 'HIDDEN';

/** A run with these values as a shell command to copy, without secrets and without what is hidden from the caller. */
export async function makeRunStatement({ actor, subject, body }: Context<typeof makeStatementOperation>) {
  const { orgId, templateId } = subject;
  const [found] = await query(
    { command_id: column.int },
    statement`select c.command_id from command c ${commandAccess(viewerOf(actor))}
     where c.org_id = ${orgId} and c.template_id = ${templateId} and c.deleted_at is null
       and access.role is not null
     order by access.role = 'admin' desc, c.command_id limit 1`,
  );
  const command = await loadRunnable(actor, orgId, found?.command_id ?? 0, 'command.run');
  const { form } = command;
  const { sent: values } = await checkedValues(command, actor, body.params, 'runrams');
  const { executable, sourceKind, credentialId } = form.template;
  const connector = connectorFor(sourceKind);
  const [credential] = await query(
    { settings: column.json<Record<string, JsonValue>>() },
    statement`select settings from credential where org_id = ${orgId} and credential_id = ${credentialId}`,
  );
  const isEngineer = command.standing.access?.role === 'admin';
  const shown = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      isUnseen(key, form.inputs, isEngineer) ? UNSEEN : value,
    ]),
  );
  // A source that isn't called over HTTP is called through us.
  if (connector.statement === undefined) {
    const { commandId } = command;
    const told = { orgId, commandId, template: { templateId, inputs: form.inputs } };
    return { statement: runStatement(env().appUrl, told, givenValues(body.params, form.inputs, isEngineer)) };
  }
  try {
    // The settings are enough: a secret that was never decrypted can't leak.
    const connection = connector.connection.parse(credential?.settings ?? {});
    const own = ownPartOf(sourceKind, {
      executeInTransaction: form.command.executeInTransaction,
      headerNames: form.template.headerNames,
    });
    const call = { executable, values: shown, own };
    return { statement: connector.statement(connection, call) };
  } catch (error) {
    if (error instanceof ConnectorError) throw new AppError('impossible', error.message, { cause: error });
    throw error;
  }
}

/** What the caller gave, without passwords and hidden inputs. */
const givenValues = (
  given: Record<string, JsonValue>,
  inputs: readonly Input[],
  isEngineer: boolean,
): Record<string, JsonValue> =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !isUnseen(key, inputs, isEngineer)));

function isUnseen(key: string, inputs: readonly Input[], isEngineer: boolean): boolean {
  const input = inputs.find((each) => each.key === key);
  if (input === undefined) return false;
  return holdsSecret(input.type) || (input.hidden && !isEngineer);
}
