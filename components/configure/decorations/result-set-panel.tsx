import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import type { ButtonState } from './use-button-state';

const FORM = 'decoration-result-set';
/** As document 2 §5 has it. */
const NOT_A_NUMBER = 'Error - Not a number';

/** Which of several result sets a button stands on, counted from 1. */
export function ResultSetPanel({ state }: { state: ButtonState }) {
  const [text, setText] = useState(String(state.resultSet + 1));
  const [problem, setProblem] = useState<string | null>(null);
  const sets = setsOf(state);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const wanted = text.trim();
    if (/^[1-9]\d{0,2}$/.test(wanted)) state.keep({ resultSet: Number(wanted) - 1 }, 'cmd');
    else setProblem(NOT_A_NUMBER);
  }
  return (
    <SidePanel
      title="Choose Result Set"
      context={state.command.name}
      footer={
        <>
          <Button variant="default" onClick={state.back}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} loading={state.isBusy}>
            {state.saved === null ? 'Link To...' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate>
        <TextInput
          label="Result set"
          description="Counted from 1, as the tabs of the result show them."
          inputMode="numeric"
          data-autofocus
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
          mb="lg"
        />
        {sets.map(([at, paths]) => (
          <Button
            key={at}
            fullWidth
            justify="start"
            variant="default"
            mb="xs"
            aria-pressed={text.trim() === String(at + 1)}
            onClick={() => {
              setText(String(at + 1));
              setProblem(null);
            }}
          >
            {`Result ${at + 1}: ${paths.join(', ')}`}
          </Button>
        ))}
        {state.error !== null && <ErrorNotice error={state.error} />}
      </form>
    </SidePanel>
  );
}

/** The known result sets with their columns. */
function setsOf({ outputs }: ButtonState): [number, string[]][] {
  const sets = new Map<number, string[]>();
  for (const { resultSet, path } of outputs.data ?? []) {
    sets.set(resultSet, [...(sets.get(resultSet) ?? []), path]);
  }
  return [...sets];
}
