'use client';

import { Button } from '@mantine/core';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import styles from '../runs/run-result.module.css';
import type { Command } from '../use-command';

/** For an engineer of a command whose API did not let it in: the way to where its credential is filled in. */
export function SetHttpAuth({ command: { role, template } }: { command: Command }) {
  const panels = useSidePanels();
  const { runCredentialId, sourceKind, sourceName } = template;
  if (role !== 'admin' || sourceKind !== 'rest' || runCredentialId === null) return null;
  return (
    <Button
      size="xs"
      mt="sm"
      classNames={{ root: styles.setAuth, label: styles.setAuthLabel }}
      onClick={() => panels.push(`api-auth:${runCredentialId}`)}
    >
      Set the HTTP Auth of {sourceName}
    </Button>
  );
}
