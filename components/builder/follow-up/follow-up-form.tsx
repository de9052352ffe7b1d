'use client';

import { useWindowEvent } from '@mantine/hooks';
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react';
import { useContext, useEffect, useRef } from 'react';
import { SourceIcon } from '@/components/command/source-icon';
import { useSourceKind } from '@/components/command/source-kinds';
import { Fetched } from '@/components/ui/loading/fetched-part';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { Chip } from '@/components/ui/text/chip';
import { paths } from '@/lib/base/paths';
import { firstLine } from '@/lib/commands/first-line';
import { warningLabel } from '@/lib/commands/warning-tag';
import { FormPlaceContext } from '../form/form-place';
import { RunForm } from '../form/run-form';
import { type FormPerson, useCaller } from '../form/use-caller';
import { useCommandForm } from '../form/use-command-form';
import { useHiddenInputs } from '../form/use-hidden-inputs';
import { descriptionOf } from '../header/description-of';
import { prepareResults, runCards } from '../runs/results-on-demand';
import type { Command } from '../use-command';
import styles from './follow-up.module.css';
import { useAskedToUndo } from './open-follow-up';
import { useOutlivedRuns } from './use-outlived-runs';

interface FollowUpFormProps {
  command: Command;
  orgSlug: string;
  person: NonNullable<FormPerson>;
  panel: PanelParams<'follow-up'>;
  /** Called when a run of the form has succeeded. */
  onSucceeded: (runId: number) => void;
}

/** The form of a command within a panel, with the results of its runs below it. */
export function FollowUpForm(props: FollowUpFormProps) {
  const { command: loaded, orgSlug, person, panel, onSucceeded } = props;
  const hidden = useHiddenInputs(loaded);
  const { command } = hidden;
  const description = firstLine(descriptionOf(command));
  const caller = useCaller(command, person);
  const { onStarted, onSeen } = useOutlivedRuns(command, onSucceeded);
  const { form, runs, formRef, pressRun, pressDryRun, leaveBehind } = useCommandForm(
    command,
    caller,
    person.userId,
    onStarted,
  );
  useEffect(prepareResults, []);
  useAskedToUndo(panel, pressRun);
  const place = useContext(FormPlaceContext);
  const { sourceKind, cloudName, warningTag } = command.template;
  const { label } = useSourceKind(sourceKind);
  const around = useRef<HTMLDivElement>(null);
  // The keys of the form, as on its own page.
  useWindowEvent('keydown', (event) => {
    const isRun = event.key === 'Enter' && (event.metaKey || event.ctrlKey);
    const isHere = event.target instanceof Node && around.current?.contains(event.target) === true;
    if (!isRun || !isHere || !command.hasAccess) return;
    event.preventDefault();
    pressRun();
  });
  const params = place === null ? '' : `&params=${encodeURIComponent(place.params)}`;
  return (
    <div className={styles.form} ref={around}>
      <div className={styles.facts}>
        <Chip icon={<SourceIcon kind={sourceKind} size={14} />}>
          {[label, cloudName.replace(/\(.*$/s, '')].filter(Boolean).join(' · ')}
        </Chip>
        {warningTag !== null && (
          <Chip
            kind={warningTag === 'safe' ? 'plain' : 'caution'}
            icon={warningTag !== 'safe' && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
          >
            {warningLabel(warningTag)}
          </Chip>
        )}
        <a
          className={styles.page}
          href={`${paths.builder(orgSlug, command.commandId)}${params}`}
          target="_blank"
          rel="noopener"
        >
          <IconExternalLink size={14} stroke={1.75} aria-hidden />
          Open as page
        </a>
      </div>
      {description !== '' && <p className={styles.description}>{description}</p>}
      <RunForm
        command={command}
        caller={caller}
        form={form}
        formRef={formRef}
        hidden={hidden}
        userId={person.userId}
        onPrepare={runs.prepare}
        onRun={pressRun}
        onDryRun={pressDryRun}
      />
      {runs.attempts.length > 0 && (
        <Fetched
          part={runCards}
          props={{
            command,
            attempts: runs.attempts,
            anchor: null,
            onRunAgain: runs.runAgain,
            onRepeat: runs.run,
            onSucceeded: (runId: number) => {
              leaveBehind();
              onSeen(runId);
              onSucceeded(runId);
            },
          }}
        />
      )}
    </div>
  );
}
