'use client';

import { Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { readVariables } from '@/lib/contract/command/startup';
import { runAndWait } from '@/lib/contract/runs/runs';
import { startupRow } from '@/lib/results/startup-row';
import styles from './startup-commands.module.css';

const ERROR_MS = 10_000;

interface StartupCommandsProps {
  orgId: string;
  isAdmin: boolean;
  commands: readonly { commandId: number; templateId: number; isDone: boolean }[];
}

/** The last organization of this page; switching to another one runs its startup commands again. */
let lastOrgId: string | null = null;

/**
 * Runs the organization's startup commands, whose results fill the person's variables. The page stays usable meanwhile.
 */
export default function StartupCommands({ orgId, isAdmin, commands }: StartupCommandsProps) {
  const queryClient = useQueryClient();
  const begunFor = useRef<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    if (begunFor.current === orgId) return;
    begunFor.current = orgId;
    const hasMoved = lastOrgId !== null && lastOrgId !== orgId;
    lastOrgId = orgId;
    const wanted = commands.filter(({ isDone }) => hasMoved || !isDone);
    if (wanted.length === 0) return;
    if (isAdmin) toast.info('Setting env variables...');
    setRunning(true);
    void Promise.all(wanted.map((command) => run(orgId, command))).then(() => {
      setRunning(false);
      return queryClient.invalidateQueries({ queryKey: [readVariables.id] });
    });
  }, [orgId, isAdmin, commands, queryClient]);
  return (
    <div role="status" className={styles.status}>
      {isRunning && (
        <span className={styles.running}>
          <Loader size={14} aria-hidden />
          Running startup commands...
        </span>
      )}
    </div>
  );
}

async function run(
  orgId: string,
  { commandId, templateId }: StartupCommandsProps['commands'][number],
): Promise<void> {
  const body = { templateId, commandId, params: {}, isStartup: true };
  try {
    const ended = await callApi(runAndWait, { params: { orgId }, body });
    if (ended.status !== 'success') {
      const detail = ended.errors?.map(({ message }) => message).join('; ') ?? ended.endReason;
      toast.danger(`Error running startup command - ${detail}`, { durationMs: ERROR_MS });
    } else if (startupRow(ended) === null) {
      toast.danger('Error running startup command, resp not length 1', { durationMs: ERROR_MS });
    }
  } catch (error) {
    toast.danger(`Error running startup command - ${describeError(error).message}`, {
      durationMs: ERROR_MS,
    });
  }
}
