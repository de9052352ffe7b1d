'use client';

import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconPlayerPlay, IconTable, IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, useContext, useRef, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { PanelOnTop } from '@/components/ui/panels/panel-on-top';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Chip } from '@/components/ui/text/chip';
import { readBulkRows } from '@/lib/bulk/bulk-rows';
import { mayBeDone } from '@/lib/client/one-attempt';
import { changesData, warningLabel } from '@/lib/commands/warning-tag';
import { MOST_BULK_ROWS } from '@/lib/contract/runs/bulk';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import type { ValuesCaller } from '@/lib/values/values-caller';
import type { FormActions } from '../form/use-form-state';
import type { Command } from '../use-command';
import { BulkColumns } from './bulk-columns';
import styles from './bulk-panel.module.css';
import { FileNotes } from './file/file-notes';
import { BulkPreview } from './preview/bulk-preview';
import ResultChooser from './result-chooser';
import { readResultRows } from './result-rows';
import { type BulkDraft, useBulkDraft } from './use-bulk-draft';
import { useBulkStart } from './use-bulk-start';
import { useCheckedRows } from './use-checked-rows';
import { useFirstRows, useTakingRows } from './use-first-rows';

interface BulkPanelProps {
  command: Command;
  caller: ValuesCaller;
  form: FormActions;
  /** Shows a run's card on the page. */
  onOpen: (runId: number) => void;
  /** Where the first rows come from: lib/bulk/bulk-rows.ts. */
  rows: string;
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Runs a command for many rows: values typed a line each or taken from a file, checked, previewed, and ticked. */
export function BulkPanel({ command, caller, form, onOpen, rows }: BulkPanelProps) {
  const panels = useSidePanels();
  const { values: formValues } = form.state;
  const startsWithRows = readBulkRows(rows) !== null;
  const draft = useBulkDraft(command.template.inputs, formValues, startsWithRows ? null : command.commandId);
  const taking = useTakingRows(draft);
  useFirstRows(command, rows, taking.take);
  const [isChoosing, setChoosing] = useState(false);
  const checked = useCheckedRows(command, caller, draft, formValues);
  const start = useBulkStart(command, checked, draft, (runId) => {
    draft.forget();
    onOpen(runId);
    panels.replace({ kind: 'bulk-run', commandId: command.commandId, runId });
  });
  /** What is taken now replaces what is on its way from a result. */
  const leaveResults = () => {
    taking.stop();
    setChoosing(false);
  };
  const takeFile = (file: File) => {
    leaveResults();
    void draft.take(file);
  };
  usePaste((text, into) => {
    const isTable = draft.paste(text, into);
    if (isTable) leaveResults();
    return isTable;
  });
  const { dropProps, isOver } = useFileDrop(takeFile);
  const chooser = useRef<HTMLInputElement>(null);
  const { warningTag } = command.template;
  const tooMany = checked.rows.length > MOST_BULK_ROWS;
  return (
    <SidePanel
      isWide
      startsAtTitle={startsWithRows}
      title="Bulk run"
      context={`${command.name} · one run for each row; a single value is repeated on every row`}
      footer={
        <>
          <span className={styles.summary} role="status">
            {changesData(warningTag) && <Chip kind="caution">{warningLabel(warningTag)}</Chip>}
            {footWords(checked.isChecking, start.ticked.length, start.issues.size)}
          </span>
          <Button variant="default" onClick={panels.pop}>
            Cancel
          </Button>
          <Button
            leftSection={<IconPlayerPlay {...icon} />}
            disabled={start.ticked.length === 0 || tooMany || checked.isChecking || checked.error !== null}
            loading={start.isStarting}
            onClick={start.run}
          >
            Run {formatCount(start.ticked.length)}
          </Button>
        </>
      }
    >
      <fieldset
        className={styles.body}
        data-over={isOver || undefined}
        {...dropProps}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start.run();
        }}
      >
        <div className={styles.sources}>
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label="File with rows"
            accept=".csv,.tsv,.txt,.xlsx"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              currentTarget.value = '';
              if (file !== undefined) takeFile(file);
            }}
          />
          <Button
            variant="default"
            leftSection={<IconUpload {...icon} />}
            loading={draft.isReading}
            onClick={() => chooser.current?.click()}
          >
            Choose a file
          </Button>
          <Button
            variant="default"
            leftSection={<IconTable {...icon} />}
            aria-expanded={isChoosing}
            disabled={draft.isReading}
            onClick={() => setChoosing(!isChoosing)}
          >
            From a result
          </Button>
          {draft.isReading && taking.readCount > 0 && (
            <span className={styles.file} role="status">
              {countRows(taking.readCount)} so far
              <Button variant="subtle" size="compact-xs" onClick={taking.stop}>
                Stop
              </Button>
            </span>
          )}
          {draft.file !== null && (
            <span className={styles.file}>
              <b>{draft.file.name}</b> {countRows(draft.file.rows.length)} ·{' '}
              {draft.file.columns.length === 1 ? '1 column' : `${draft.file.columns.length} columns`} ·{' '}
              {draft.matched.size} matched
              <button
                type="button"
                className={styles.clear}
                aria-label={`Leave out ${draft.file.name}`}
                onClick={draft.dropFile}
              >
                <IconX size={14} stroke={1.75} aria-hidden />
              </button>
            </span>
          )}
          <span className={styles.hint}>
            {isOver ? 'Drop it here' : 'Paste a table, or drop a CSV or Excel file, anywhere on this panel.'}
          </span>
        </div>
        {draft.isKept && (
          <p className={styles.kept} role="status">
            These are the rows that you prepared before.
            <Button variant="subtle" size="compact-sm" onClick={draft.startOver}>
              Start over
            </Button>
          </p>
        )}
        <FileNotes draft={draft} />
        {isChoosing && (
          <ResultChooser
            command={command}
            onClose={() => setChoosing(false)}
            onChoose={(commandId, runId, resultSet) => {
              setChoosing(false);
              const of = { orgId: command.orgId, commandId, runId };
              void taking.take((onRead, signal) => readResultRows(of, resultSet, onRead, signal));
            }}
          />
        )}
        {draft.problem !== null && (
          <p className={styles.problem} role="alert">
            {draft.problem}
          </p>
        )}
        <BulkColumns draft={draft} takesFocus={!startsWithRows} />
        {!draft.paired.ok && (
          <p className={styles.problem} role="alert">
            {draft.paired.message}
          </p>
        )}
        {tooMany && (
          <p className={styles.problem} role="alert">
            These are {formatCount(checked.rows.length)} rows. A bulk run has at most{' '}
            {formatCount(MOST_BULK_ROWS)}.
          </p>
        )}
        {checked.error !== null && (
          <ErrorNotice title="The rows can't be checked" error={checked.error} onRetry={checked.checkAgain} />
        )}
        {start.error !== null && (
          <ErrorNotice
            title={mayBeDone(start.error) ? 'The bulk run may not have started' : 'Nothing was run'}
            error={start.error}
            onRetry={start.run}
          />
        )}
        {draft.paired.ok && (
          <BulkPreview
            command={command}
            draft={draft}
            checked={checked}
            start={start}
            takesFocus={startsWithRows}
          />
        )}
      </fieldset>
    </SidePanel>
  );
}

function footWords(isChecking: boolean, ticked: number, problems: number): string {
  if (isChecking) return 'Checking…';
  const runs = ticked === 1 ? '1 run.' : `${formatCount(ticked)} runs.`;
  if (problems === 0) return runs;
  return `${runs} ${problems === 1 ? 'The row with a problem is' : `${formatCount(problems)} rows with problems are`} left out.`;
}

/** Takes what is pasted while the panel is on top, wherever in it the focus is: a single field keeps its text. */
function usePaste(paste: BulkDraft['paste']): void {
  const isOnTop = useContext(PanelOnTop);
  useWindowEvent('paste', (event) => {
    const { target } = event;
    if (!isOnTop || event.defaultPrevented || !(target instanceof Element)) return;
    const dialog = target.closest('[role="dialog"]');
    const isInQuestion = dialog !== null && dialog.querySelector('[data-side-panel]') === null;
    const key = target instanceof HTMLTextAreaElement ? target.dataset.inputKey : undefined;
    const isOtherField = key === undefined && target.matches('input, textarea');
    if (isInQuestion || isOtherField) return;
    if (paste(event.clipboardData?.getData('text/plain') ?? '', key ?? null)) event.preventDefault();
  });
}

/** A file dropped anywhere on the panel. */
function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    dropProps: {
      onDragOver: (event: DragEvent) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      },
    },
  };
}
