import { Button, Group, TextInput } from '@mantine/core';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { parseObjectPath } from '@/lib/outputs/object-path';
import { type CommandFields, commandLabel } from '../command/command-fields';
import type { Command } from '../panel/use-configure';

interface ObjectPathFieldProps {
  command: Command;
  value: string;
  onChange: (changes: Pick<CommandFields, 'outputObjectPath'>) => void;
}

/** What is above an input: its label. */
const LABEL_PX = 24;

/** The part of a JSON result that is kept: typed, or picked from the last result. */
export function ObjectPathField({ command, value, onChange }: ObjectPathFieldProps) {
  const panels = useSidePanels();
  const isPath = parseObjectPath(value) !== null;
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap">
      <TextInput
        style={{ flex: 1 }}
        label={commandLabel('outputObjectPath')}
        description="The part of a JSON result to keep. Empty keeps all of it."
        placeholder="data.items"
        maxLength={500}
        spellCheck={false}
        autoComplete="off"
        value={value}
        error={isPath ? undefined : 'Write it as data.items, pages[0].rows, or ["a key"].items'}
        onChange={(event) => onChange({ outputObjectPath: event.currentTarget.value })}
      />
      <Button
        variant="default"
        mt={LABEL_PX}
        onClick={() => panels.push({ kind: 'output-path', commandId: command.commandId })}
      >
        Pick
      </Button>
    </Group>
  );
}
