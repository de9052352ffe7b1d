'use client';

import { useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { listCommands } from '@/lib/contract/library/commands';
import {
  deleteCredential,
  listCredentialCommands,
  listCredentials,
} from '@/lib/contract/sources/credentials';
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
      const isAgreed = await confirm({
        title: `Delete “${name}”?`,
        body: <Consequences names={using.map((command) => command.name)} />,
        confirmLabel: using.length === 0 ? 'Delete' : `Delete with ${commandsOf(using.length)}`,
        isDangerous: true,
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
  if (names.length === 0) return <p>No command uses it. {secrets}</p>;
  const more = names.length - SHOWN_NAMES;
  return (
    <>
      <p>
        {names.length === 1 ? 'This command uses' : 'These commands use'} it and{' '}
        {names.length === 1 ? 'is' : 'are'} deleted with it; their history is kept. {secrets}
      </p>
      <ul className={styles.names}>
        {names.slice(0, SHOWN_NAMES).map((name, index) => (
          <li key={`${index}:${name}`}>{name}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </>
  );
}
