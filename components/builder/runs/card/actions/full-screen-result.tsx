'use client';

import { Button, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Command } from '@/components/builder/use-command';
import { ShownRowsOf } from '@/components/result-view/look/shown-rows';
import { useRun } from '@/components/run-stream/use-run';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { hasEnded, runLabel } from '@/lib/runs/run-status';
import { RunFacts } from '../run-facts';
import { RunResult } from '../run-result';
import { valuesLine } from '../shown-values';
import styles from './full-screen-result.module.css';
import { RunActions } from './run-actions';
import { useFullScreen } from './use-full-screen';

/** The result named in the address, filling the page. */
export default function FullScreenResult({ command }: { command: Command }) {
  const [runId, show] = useFullScreen();
  // As for panels, the focus returns to where it was before.
  const isMounted = useMounted();
  return (
    <Modal.Root
      opened={isMounted && runId !== null}
      onClose={() => void show(null)}
      fullScreen
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content className={styles.content} aria-label="Full-screen output">
        {runId !== null && <FullScreen command={command} runId={runId} onBack={() => void show(null)} />}
      </Modal.Content>
    </Modal.Root>
  );
}

interface FullScreenProps {
  command: Command;
  runId: number;
  onBack: () => void;
}

function FullScreen({ command, runId, onBack }: FullScreenProps) {
  const { query } = useRun(command.orgId, command.commandId, runId);
  const run = query.data ?? null;
  const values = run === null ? '' : valuesLine(command, run.params ?? {});
  return (
    <ShownRowsOf>
      <div className={styles.head}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
          onClick={onBack}
        >
          Back<span className={styles.to}>&nbsp;to {command.name}</span>
        </Button>
        {run !== null && (
          <div className={styles.told}>
            <StatusPill {...runLabel(run)} />
            <RunFacts run={run} live={null} sinceMs={Date.parse(run.createdAt)} isOpen />
            {values !== '' && <span className={styles.values}>{values}</span>}
          </div>
        )}
        <div className={styles.actions}>
          {run !== null && hasEnded(run.status) && <RunActions run={run} />}
        </div>
      </div>
      <div className={styles.body}>
        <QueryState query={query} loading={null}>
          {(loaded) => <RunResult command={command} run={loaded} />}
        </QueryState>
      </div>
    </ShownRowsOf>
  );
}
