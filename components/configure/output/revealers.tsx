import { MultiSelect } from '@mantine/core';
import { type CommandFields, commandLabel } from '../command/command-fields';
import type { Command } from '../panel/use-configure';
import { useCommandPeople } from './use-outputs';

interface RevealersProps {
  command: Command;
  value: readonly string[];
  onChange: (changes: Pick<CommandFields, 'maskRevealers'>) => void;
}

/** Who may reveal masked values: the people who are named, or the engineers. */
export function Revealers({ command, value, onChange }: RevealersProps) {
  const people = useCommandPeople(command).data;
  const ids = [...new Set([...(people?.keys() ?? []), ...value])];
  const unknown = people === undefined ? 'A person' : 'A person without access';
  return (
    <MultiSelect
      label={commandLabel('maskRevealers')}
      description="Value by value; the audit log has each time, but not the value."
      placeholder={value.length === 0 ? 'Engineers of this command' : undefined}
      searchable
      clearable
      data={ids.map((id) => ({ value: id, label: people?.get(id) ?? unknown }))}
      value={[...value]}
      onChange={(maskRevealers) => onChange({ maskRevealers })}
    />
  );
}
