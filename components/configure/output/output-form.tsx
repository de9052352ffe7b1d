'use client';

import { Checkbox, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { readRun } from '@/lib/contract/runs/runs';
import { parseObjectPath } from '@/lib/outputs/object-path';
import { isFormatDetail, needsDetail } from '@/lib/outputs/output-column';
import { commandFields, commandLabel, commandWords, sentChanges } from '../command/command-fields';
import { DecorationSections } from '../decorations/decoration-sections';
import { confirmOutputPath } from '../panel/confirm-output-path';
import { DraftFoot } from '../panel/draft-foot';
import { MeanwhileNotice } from '../panel/meanwhile-notice';
import { SaveError } from '../panel/save-error';
import { type Command, useSaveCommand } from '../panel/use-configure';
import { useEditing } from '../panel/use-editing';
import { MaskByName } from './mask-by-name';
import { ObjectPathField } from './object-path-field';
import { OutputList } from './output-list';
import { Revealers } from './revealers';
import { RunOnce } from './run-once';
import { useOutputs } from './use-outputs';

interface OutputFormProps {
  command: Command;
  tabs: ReactNode;
}

const noFolders: ReadonlyMap<number, string> = new Map();

/** What of a command's results is kept, how it is shown, and what of it is masked. */
export function OutputForm({ command, tabs }: OutputFormProps) {
  const { commandId } = command;
  const saved = commandFields(command);
  // The same draft as on the other tab: one Save saves both.
  const editing = useEditing(String(commandId), saved);
  const { save } = useSaveCommand(command, editing.wasRefused);
  const queryClient = useQueryClient();
  const outputs = useOutputs(command);
  const { fields, set } = editing;
  const isValid =
    parseObjectPath(fields.outputObjectPath) !== null &&
    fields.outputDisplay.every(
      ({ format, detail }) => isFormatDetail(format, detail) && !(needsDetail(format) && detail === null),
    );
  const form = `configure-output-${commandId}`;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isValid || !editing.isChanged || editing.conflicts.length > 0) return;
    if (!(await confirmOutputPath(command, editing.changes))) return;
    const sent = editing.send();
    save.mutate(sentChanges(sent), {
      onSuccess: async () => {
        editing.wasSaved(sent);
        await queryClient.invalidateQueries({ queryKey: [readRun.id] });
      },
    });
  }

  return (
    <SidePanel
      title={`Configure ${command.name}`}
      context="Results"
      footer={<DraftFoot editing={editing} form={form} isValid={isValid} isSaving={save.isPending} />}
    >
      {tabs}
      <MeanwhileNotice
        editing={editing}
        saved={saved}
        labelOf={commandLabel}
        wordsOf={(key, value) => commandWords(key, value, noFolders)}
      />
      <DecorationSections command={command} />
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="lg">
          <ObjectPathField command={command} value={fields.outputObjectPath} onChange={set} />
          <QueryState
            query={outputs}
            errorTitle="Error loading command details"
            loading={<OutputSkeleton />}
            isEmpty={({ columns, fields: known }) =>
              columns.length + known.length + fields.outputDisplay.length + fields.maskedOutputs.length === 0
            }
            empty={
              <RunOnce
                command={command}
                isLooking={outputs.isFetching}
                onLook={() => void outputs.refetch()}
              />
            }
          >
            {(learned) => <OutputList learned={learned} fields={fields} onChange={set} />}
          </QueryState>
          <MaskByName masks={fields.maskedOutputs} onChange={set} />
          {fields.maskedOutputs.length > 0 && (
            <Revealers command={command} value={fields.maskRevealers} onChange={set} />
          )}
          <Checkbox
            label={commandLabel('isChartFirst')}
            description="For results that a chart suits: times or names, and a few columns of numbers."
            checked={fields.isChartFirst}
            onChange={(event) => set({ isChartFirst: event.currentTarget.checked })}
          />
        </Stack>
        <SaveError editing={editing} save={save} />
      </form>
    </SidePanel>
  );
}

function OutputSkeleton() {
  return <FieldsSkeleton fields={4} />;
}
