'use client';

import { Button } from '@mantine/core';
import { useSourceKind } from '@/components/command/source-kinds';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { useSyncCommand } from '../inputs/template/sync-command';
import styles from './pushed-notice.module.css';
import type { Command } from './use-configure';

/**
 * Says that the code of a command has changed, and leads to the sync: an admin of the organization to the
 * comparison with the whole source, others to this command's own sync.
 */
export function PushedNotice({ command }: { command: Command }) {
  const { sourceChange, sourceKind, syncCredentialId } = command.template;
  const { label, thing } = useSourceKind(sourceKind);
  const panels = useSidePanels();
  const sync = useSyncCommand(command);
  if (sourceChange === null) return null;
  const isOrgAdmin = command.accessLevel === 'org';
  return (
    <div className={styles.notice} role="status">
      <p>
        The {thing.one} {sourceChange.isCertain ? 'was' : 'may have been'} changed on {label}{' '}
        <Moment at={sourceChange.at} as="ago" />. Sync it to read its inputs again.
      </p>
      {syncCredentialId !== null && (
        <Button
          variant="default"
          size="compact-sm"
          loading={sync.isPending}
          onClick={() =>
            isOrgAdmin
              ? panels.push({ kind: 'sync', credentialId: syncCredentialId, staticCommandSourceId: null })
              : sync.mutate()
          }
        >
          {isOrgAdmin ? 'Compare and sync' : 'Sync now'}
        </Button>
      )}
      {sync.error !== null && <ErrorNotice error={sync.error} title="Sync error" />}
    </div>
  );
}
