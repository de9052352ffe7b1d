'use client';

import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { Fetched } from '@/components/ui/loading/fetched-part';
import { PageDocking } from '@/components/ui/panels/panel-aside';
import type { OwnPanels } from '@/components/ui/panels/side-panel-stack';
import { useRunAnchor } from './address/use-run-anchor';
import { BuilderSkeleton } from './builder-skeleton';
import styles from './builder-view.module.css';
import { RunForm } from './form/run-form';
import { type FormPerson, useCaller } from './form/use-caller';
import { useCommandForm } from './form/use-command-form';
import { useHiddenInputs } from './form/use-hidden-inputs';
import { BuilderHeader, type DrawnDescription } from './header/builder-header';
import { BuilderOverlays } from './panels/builder-overlays';
import { LastRunsOnDemand } from './runs/last-runs-on-demand';
import { prepareResults, runCards } from './runs/results-on-demand';
import { type Command, useCommand } from './use-command';

interface BuilderViewProps {
  /** The organization that the command belongs to. */
  orgId: string;
  /** The current organization; null for visitors. */
  orgSlug: string | null;
  commandId: number;
  person: FormPerson;
  drawnDescription: DrawnDescription;
  /** Actions of other areas on the command, at the right of the header. */
  renderActions: (command: Command) => ReactNode;
  /** When the command runs by itself, below its form. */
  renderSchedule: (command: Command) => ReactNode;
  /** Panels of other areas that open next to the builder. */
  renderPanels: (own: OwnPanels) => ReactNode;
}

/** A command: what it is, its form, and the results of its runs. */
export function BuilderView({ orgId, commandId, ...rest }: BuilderViewProps) {
  const command = useCommand(orgId, commandId);
  return (
    <QueryState query={command} errorTitle="Error loading command details" loading={<BuilderSkeleton />}>
      {(loaded) => <Builder key={commandId} command={loaded} {...rest} />}
    </QueryState>
  );
}

interface BuilderProps extends Omit<BuilderViewProps, 'orgId' | 'commandId'> {
  command: Command;
}

/** The owner of a visitor's drafts. */
const VISITOR = 'visitor';

function Builder({ command: loaded, orgSlug, person, drawnDescription, ...slots }: BuilderProps) {
  const hidden = useHiddenInputs(loaded);
  const { command } = hidden;
  const caller = useCaller(command, person);
  const { form, runs, formRef, pressRun, pressDryRun, leaveBehind } = useCommandForm(
    command,
    caller,
    person?.userId ?? VISITOR,
  );
  useEffect(prepareResults, []);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const docking = useMemo(() => ({ kinds: ['configure', 'job', 'reorder-inputs'] as const, place }), [place]);
  const anchor = useRunAnchor(runs.open, command.hasAccess);
  return (
    <>
      <BuilderHeader
        command={command}
        orgSlug={orgSlug}
        drawnDescription={drawnDescription}
        values={form.state.values}
        actions={slots.renderActions(loaded)}
      />
      <div ref={setPlace} className={styles.preview} />
      <RunForm
        command={command}
        caller={caller}
        form={form}
        formRef={formRef}
        hidden={hidden}
        userId={person?.userId ?? null}
        onPrepare={runs.prepare}
        onRun={pressRun}
        onDryRun={pressDryRun}
      />
      {slots.renderSchedule(loaded)}
      {runs.attempts.length > 0 && (
        <Fetched
          part={runCards}
          props={{
            command,
            attempts: runs.attempts,
            anchor,
            onRunAgain: runs.runAgain,
            onRepeat: runs.run,
            onSucceeded: leaveBehind,
          }}
        />
      )}
      {runs.attempts.length === 0 && command.hasAccess && (
        <LastRunsOnDemand command={command} onOpen={runs.show} />
      )}
      <PageDocking value={docking}>
        <BuilderOverlays
          command={command}
          caller={caller}
          form={form}
          onOpenRun={runs.show}
          renderPanels={slots.renderPanels}
        />
      </PageDocking>
    </>
  );
}
