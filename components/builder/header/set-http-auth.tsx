'use client';

import { Button } from '@mantine/core';
import { useCan } from '@/components/command/source-kinds';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { mayConfigure } from '@/lib/commands/rights';
import styles from '../runs/card/run-result.module.css';
import type { Command } from '../use-command';

/** For an engineer of a command whose source refused access: a link to where its credential is filled in. */
export function SetHttpAuth({ command }: { command: Command }) {
  const panels = useSidePanels();
  const { template } = command;
  const { runCredentialId, sourceKind, sourceName } = template;
  const signsIn = useCan(sourceKind, 'signIn');
  if (!mayConfigure(command) || !signsIn || runCredentialId === null) return null;
  return (
    <Button
      size="xs"
      classNames={{ root: styles.setAuth, label: styles.setAuthLabel }}
      onClick={() => panels.push({ kind: 'api-auth', credentialId: runCredentialId })}
    >
      Set up HTTP Auth of {sourceName}
    </Button>
  );
}
