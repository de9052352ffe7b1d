import { inject } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { SANDBOX } from './people';
import { call } from './requests';

/** Changes the sample database, as its owner: creates the routines that a test needs. */
export const changeSource = (statements: string): Promise<unknown> =>
  withClient(inject('sampleOwnerUrl'), (client) => client.query(statements));

interface Connection {
  creds_id: number;
  is_builtin: boolean;
  source_kind: string;
}

/** Creates a command of a routine of the sample database that has the routine's name. Returns the command's id. */
export async function addCommand(routine: string): Promise<number> {
  const connections = await call<Connection[]>('GET', '/creds');
  const credsId = connections.find((each) => each.is_builtin && each.source_kind === 'postgres')?.creds_id;
  const found = await call<{
    added: { friendly_name: string; cloud_id: string; warning_tag: string | null }[];
  }>('POST', '/find-additions', {
    credsId,
  });
  const row = found.added.find((each) => each.friendly_name === routine);
  if (row === undefined) throw new Error(`The sample database offers no ${routine}`);
  const { commits } = await call<{ commits: { command_instances: { kit_id: number }[] }[] }>(
    'POST',
    '/batch-commit',
    {
      cloudId: row.cloud_id,
      credsId,
      commitType: 'addition',
      name: routine,
      warningTag: row.warning_tag ?? 'safe',
    },
  );
  const commandId = commits[0]?.command_instances[0]?.kit_id;
  if (commandId === undefined) throw new Error(`No command was made of ${routine}`);
  return commandId;
}

/** Returns the id of a command of the sandbox, by its name. */
export async function commandId(name: string): Promise<number> {
  const commands = await call<{ kit_id: number; name: string }[]>('GET', '/skinny-kits');
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`There is no command named ${name}`);
  return command.kit_id;
}

/** Where a command is opened. */
export const builderPath = (id: number, more = ''): string => `/${SANDBOX.slug}/builder?id=${id}${more}`;

interface DeepCommand {
  anchor_ol: {
    ol_id: number;
    kit_run_schema: { key: string; lego_instance_input_id: number }[];
  };
}

/** Gives an input of a command the options that another one returns, in its columns `code` and `name`. */
export async function linkDropdown(commandId: number, key: string, senderId: number): Promise<void> {
  const { ol_id: olId } = (await call<DeepCommand>('GET', `/deep-kits-6/${senderId}`)).anchor_ol;
  await call('POST', '/run-sync', { kitId: senderId, olId, params: {} });
  const columns = await call<{ nooc_id: number; path: string }[]>(
    'GET',
    `/kits/${senderId}/ols/${olId}/output-cols`,
  );
  const column = (path: string) => columns.find((each) => each.path === path)?.nooc_id;
  const { dropdown_id } = await call<{ dropdown_id: number }>('POST', '/dropdowns', {
    name: 'Options',
    senderKitId: senderId,
    senderValueNoocId: column('code'),
    senderDisplayNoocId: column('name'),
  });
  const { kit_run_schema } = (await call<DeepCommand>('GET', `/deep-kits-6/${commandId}`)).anchor_ol;
  const input = kit_run_schema.find((each) => each.key === key)?.lego_instance_input_id;
  await call('PATCH', `/kits/${commandId}/li-inputs/${input}`, { dropdownId: dropdown_id });
}
