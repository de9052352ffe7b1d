'use client';

import { useQueryClient } from '@tanstack/react-query';
import { confirmLosses } from '@/components/command/dependents/confirm-losses';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { lossesOf } from '@/lib/changes/dependent-words';
import { callApi } from '@/lib/client/api-client';
import { listConnectionDependents } from '@/lib/contract/dependents/dependents';
import { listCommands } from '@/lib/contract/library/commands';
import {
  deleteCredential,
  listCredentialCommands,
  listCredentials,
} from '@/lib/contract/sources/credentials';
import { comingTime } from '@/lib/runs/run-times';
import styles from './credentials-view.module.css';
import type { Credential } from './use-credentials';

const SHOWN_NAMES = 10;

/** Deletes a connection, after showing which commands are deleted with it. */
export function useDeleteConnection() {
  const queryClient = useQueryClient();
  return async ({ orgId, credentialId, name }: Credential): Promise<void> => {
    const params = { orgId, credsId: credentialId };
    try {
      const using = await callApi(listCredentialCommands, { params });
      const isAgreed = await confirmLosses({
        title: `Delete “${name}”?`,
        words: <Consequences names={using.map((command) => command.name)} />,
        confirmLabel: using.length === 0 ? 'Delete' : `Delete with ${commandsOf(using.length)}`,
        read: async () => lossesOf(await callApi(listConnectionDependents, { params }), comingTime),
        nothing: using.length === 0 ? '' : 'Nothing else needs them.',
      });
      if (!isAgreed) return;
      await callApi(deleteCredential, { params, query: using.length === 0 ? {} : { withCommands: true } });
      toast.success(`Deleted ${name}.`);
    } catch (error) {
      toast.danger(`${name} is still there. ${describeError(error).message}`);
    }
    await Promise.all(
      [listCredentials, listCommands].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
    );
  };
}

const commandsOf = (count: number) => (count === 1 ? 'its command' : `its ${count} commands`);

function Consequences({ names }: { names: readonly string[] }) {
  const secrets = 'Its secrets are erased and cannot be recovered.';
  if (names.length === 0) return `No command uses it. ${secrets}`;
  const more = names.length - SHOWN_NAMES;
  return (
    <>
      <span>
        {names.length === 1 ? 'This command uses' : 'These commands use'} it and{' '}
        {names.length === 1 ? 'is' : 'are'} deleted with it; their history is kept. {secrets}
      </span>
      <ul className={styles.names}>
        {names.slice(0, SHOWN_NAMES).map((name, index) => (
          <li key={`${index}:${name}`}>{name}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </>
  );
}
