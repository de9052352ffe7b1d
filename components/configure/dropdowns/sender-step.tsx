'use client';

import { CommandPicker } from '@/components/command/pickers/command-picker';
import { InShort } from '@/components/command/pickers/in-short';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { changesData } from '@/lib/commands/warning-tag';
import { outputsOf, type Sender, useSenders } from './use-dropdowns';

interface SenderStepProps {
  orgId: string;
  /** The command that is being configured, which can't feed itself. */
  exceptId: number | null;
  chosen: number | null;
  onChoose: (commandId: number) => void;
}

const columnsOf = (sender: Sender): string[] => outputsOf(sender).map(({ path }) => path);

/** Chooses the command whose output has the options. */
export function SenderStep({ orgId, exceptId, chosen, onChoose }: SenderStepProps) {
  const senders = useSenders(orgId);
  return (
    <QueryState query={senders} errorTitle="Error loading commands" loading={<ListSkeleton />}>
      {(commands) => (
        <CommandPicker
          commands={commands.filter(
            ({ commandId, template }) => commandId !== exceptId && !changesData(template.warningTag),
          )}
          wordsOf={columnsOf}
          about={{ head: 'Columns', cellOf: (each) => <InShort words={columnsOf(each)} /> }}
          chosen={chosen}
          onChoose={onChoose}
          none="Private, hidden, and startup commands, and those that change data, can't feed a dropdown."
        />
      )}
    </QueryState>
  );
}
