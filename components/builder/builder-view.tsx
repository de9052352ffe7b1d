'use client';

import { useMemo } from 'react';
import { QueryState } from '@/components/ui/query-state';
import { SidePanelStack } from '@/components/ui/side-panels/side-panel-stack';
import type { ValuesCaller } from '@/lib/inputs/check-values';
import { BuilderHeader } from './builder-header';
import { BuilderSkeleton } from './builder-skeleton';
import styles from './builder-view.module.css';
import { RunCards } from './run-cards';
import { RunDetailsPanel } from './run-details-panel';
import { RunForm } from './run-form';
import { type Command, useCommand } from './use-command';
import { useCommandForm } from './use-command-form';
import { useRunAnchor } from './use-run-anchor';

interface BuilderViewProps {
  org: { orgId: string; slug: string };
  commandId: number;
  person: { userId: string; name: string; email: string | null };
}

/** A command: what it is, its form, and the results of its runs. */
export function BuilderView({ org, commandId, person }: BuilderViewProps) {
  const command = useCommand(org.orgId, commandId);
  return (
    <div className={styles.page}>
      <QueryState query={command} loading={<BuilderSkeleton />}>
        {(loaded) => <Builder key={commandId} command={loaded} orgSlug={org.slug} person={person} />}
      </QueryState>
    </div>
  );
}

interface BuilderProps {
  command: Command;
  orgSlug: string;
  person: BuilderViewProps['person'];
}

function Builder({ command, orgSlug, person }: BuilderProps) {
  const caller = useMemo<ValuesCaller>(
    () => ({
      variables: { user_id: person.userId, user_email: person.email, user_name: person.name },
      mayOverrideHidden: command.role === 'admin',
    }),
    [person.userId, person.email, person.name, command.role],
  );
  const { form, runs, formRef, pressRun } = useCommandForm(command, caller, person.userId);
  const anchoredRunId = useRunAnchor(runs.open);
  return (
    <>
      <BuilderHeader command={command} orgSlug={orgSlug} />
      <RunForm
        command={command}
        caller={caller}
        form={form}
        formRef={formRef}
        isStarting={runs.isStarting}
        onPrepare={runs.prepare}
        onRun={pressRun}
      />
      <RunCards
        command={command}
        attempts={runs.attempts}
        anchoredRunId={anchoredRunId}
        onRunAgain={runs.runAgain}
      />
      <SidePanelStack
        kinds={{ run: (runId) => <RunDetailsPanel command={command} runId={Number(runId)} /> }}
      />
    </>
  );
}
