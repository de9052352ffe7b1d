'use client';

import { CommandPicker } from '@/components/command/pickers/command-picker';
import { InShort } from '@/components/command/pickers/in-short';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import type { Command } from '../panel/use-configure';
import { byFit, type Output, suitabilityOf } from './auto-match';
import { type OfferedCommand, placeOf, useOfferedCommands } from './use-decorations';

interface CommandChoiceProps {
  command: Command;
  /** What can fill inputs: commands whose required inputs it matches come first, the nearest of them at the top. */
  outputs: readonly Output[];
  /** Whether the command itself can be chosen, too. */
  withItself?: boolean;
  chosen: number | null;
  onChoose: (commandId: number) => void;
}

/** The commands that a button, an error, or an undo can open. */
export function CommandChoice({
  command,
  outputs,
  withItself = false,
  chosen,
  onChoose,
}: CommandChoiceProps) {
  const commands = useOfferedCommands(command, withItself);
  return (
    <QueryState query={commands} errorTitle="Error loading commands" loading={<ListSkeleton rows={4} />}>
      {(offered) => {
        const rated = offered
          .map((each) => ({ each, suits: suitabilityOf(each.inputs, outputs, command.name) }))
          .sort(byFit(placeOf(command)));
        const suitsOf = new Map(rated.map(({ each, suits }) => [each.commandId, suits]));
        return (
          <CommandPicker
            commands={rated.map(({ each }) => each)}
            wordsOf={({ inputs }) => inputs.map(({ key }) => key)}
            about={{ head: 'Inputs', cellOf: ({ inputs }) => <InShort words={inputs.map(wordOf)} /> }}
            fitOf={({ commandId }) => {
              const suits = suitsOf.get(commandId);
              return suits?.isLikely === true ? `${suits.matched} of ${suits.required} match` : null;
            }}
            chosen={chosen}
            onChoose={onChoose}
            none={`${withItself ? '' : OTHERS_ONLY}Search for another name, or ask for access to the command that you miss.`}
          />
        );
      }}
    </QueryState>
  );
}

const OTHERS_ONLY = "A command can't open itself: duplicate it, and choose the copy. ";

const wordOf = ({ key, type }: OfferedCommand['inputs'][number]) => `${key} (${type.typeId})`;
