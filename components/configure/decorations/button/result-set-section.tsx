import { Button, Group, TextInput } from '@mantine/core';
import type { ButtonEditorState } from './use-button-editor';

/** Which of several result sets has the rows with the button. */
export function ResultSetSection({ state }: { state: ButtonEditorState }) {
  const { resultSetText, problems, set } = state;
  const choose = (resultSet: string) => set({ resultSet, maps: {}, shownWhen: [] });
  return (
    <section id="button-set" aria-label="Choose result set">
      <TextInput
        label="Choose result set"
        description="Counted from 1, as the tabs of the result show them."
        inputMode="numeric"
        value={resultSetText}
        error={problems?.resultSet}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        {setsOf(state).map(([at, paths]) => (
          <Button
            key={at}
            size="compact-sm"
            variant="default"
            aria-pressed={resultSetText.trim() === String(at + 1)}
            onClick={() => choose(String(at + 1))}
          >
            {`Result ${at + 1}: ${paths.join(', ')}`}
          </Button>
        ))}
      </Group>
    </section>
  );
}

/** The known result sets with their columns. */
function setsOf({ allOutputs }: ButtonEditorState): [number, string[]][] {
  const sets = new Map<number, string[]>();
  for (const { resultSet, path } of allOutputs.data ?? []) {
    sets.set(resultSet, [...(sets.get(resultSet) ?? []), path]);
  }
  return [...sets];
}
