'use client';

import { Button, type ComboboxData, Select, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useParams } from 'next/navigation';
import { useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { Notice } from '@/components/ui/feedback/notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { paths } from '@/lib/base/paths';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { autoMatch, type Mapping } from './auto-match';
import styles from './decorations.module.css';
import type { ButtonState } from './use-button-state';
import { type OfferedCommand, useTarget } from './use-decorations';

const TITLE = 'For Each Input, Choose Output Field';

/** Which output fills each input of the command that a button opens. */
export function MapOutputs({ state }: { state: ButtonState }) {
  const target = useTarget(state.command, state.targetCommandId);
  if (target.data !== undefined && state.outputs.data !== undefined) {
    return <MapForm state={state} target={target.data} />;
  }
  return (
    <SidePanel title={TITLE} context={state.command.name}>
      {state.targetCommandId === null ? (
        <p>Choose the command that the button opens first.</p>
      ) : (
        <QueryState
          query={target.data === undefined ? target : state.outputs}
          errorTitle="Error loading command details"
          loading={<Skeleton height={54} aria-hidden />}
        >
          {() => null}
        </QueryState>
      )}
    </SidePanel>
  );
}

function MapForm({ state, target }: { state: ButtonState; target: OfferedCommand }) {
  const { command, saved, resultSet } = state;
  const outputs = (state.outputs.data ?? []).filter((output) => output.resultSet === resultSet);
  const [chosen, setChosen] = useState<Mapping>({});
  const isOfTarget = saved !== null && saved.targetCommandId === target.commandId && saved.maps.length > 0;
  const before: Mapping = isOfTarget
    ? Object.fromEntries(saved.maps.map(({ inputId, outputColumnId }) => [inputId, outputColumnId]))
    : autoMatch(target.inputs, outputs);
  const of = (inputId: number): number | null =>
    inputId in chosen ? (chosen[inputId] ?? null) : (before[inputId] ?? null);
  const names = inputNames(target.inputs);
  const options = outputs.map(({ outputColumnId, path, isPresent }) => ({
    value: String(outputColumnId),
    label: isPresent ? path : `${path} (not in the last result)`,
  }));
  const save = () =>
    state.finish(
      target.inputs.flatMap(({ inputId }) => {
        const outputColumnId = of(inputId);
        const isKnown = outputs.some((output) => output.outputColumnId === outputColumnId);
        return outputColumnId !== null && isKnown ? [{ inputId, outputColumnId }] : [];
      }),
    );
  return (
    <SidePanel
      title={TITLE}
      context={`${state.name}: ${command.name} → ${target.name}`}
      footer={
        <>
          <Button variant="default" onClick={state.back}>
            Cancel
          </Button>
          <Button loading={state.isBusy} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <Stack gap="lg">
        {outputs.length === 0 && <NoOutputs state={state} />}
        {target.inputs.length === 0 && <p>{`${target.name} has no inputs to fill in.`}</p>}
        <div className={styles.rows}>
          {target.inputs.map((input) => (
            <MapRow
              key={input.inputId}
              name={nameOf(names, input.key)}
              input={input}
              options={options}
              value={of(input.inputId)}
              onChange={(text) =>
                setChosen({ ...chosen, [input.inputId]: text === null ? null : Number(text) })
              }
            />
          ))}
        </div>
        {state.error !== null && <ErrorNotice error={state.error} />}
      </Stack>
    </SidePanel>
  );
}

interface MapRowProps<Value extends string | number> {
  name: string;
  input: OfferedCommand['inputs'][number];
  options: ComboboxData;
  value: Value | null;
  onChange: (value: string | null) => void;
}

/** One input of the command that a button opens, and what fills it. */
export function MapRow<Value extends string | number>({
  name,
  input,
  options,
  value,
  onChange,
}: MapRowProps<Value>) {
  const isFixed = input.hidden || input.locked || input.variable !== null;
  return (
    <>
      <span>
        {name}
        {input.defaultAmbiguousInput === 'required' && ' *'}
        {isFixed && (
          <span className={styles.note}> · not filled in while hidden, locked, or from a variable</span>
        )}
      </span>
      <IconArrowLeft className={styles.arrow} size={16} stroke={1.75} aria-hidden />
      <Select
        aria-label={`Output field for ${name}`}
        placeholder="Nothing"
        clearable
        searchable
        data={options}
        value={value === null ? null : String(value)}
        onChange={onChange}
        comboboxProps={{ withinPortal: true }}
      />
    </>
  );
}

/** Outputs are learned from results, so a command that has never run doesn't have any. */
function NoOutputs({ state: { command, outputs } }: { state: ButtonState }) {
  const { orgSlug = '' } = useParams<{ orgSlug?: string }>();
  return (
    <Notice kind="info" title={`No output columns detected for ${command.name}`}>
      They are learned when the command runs.
      <br />
      <Button
        component="a"
        href={paths.builder(decodeURIComponent(orgSlug), command.commandId)}
        target="_blank"
        size="xs"
        mt="sm"
        mr="sm"
      >
        Run Once in New Tab
      </Button>
      <Button variant="default" size="xs" mt="sm" onClick={() => void outputs.refetch()}>
        Refresh
      </Button>
    </Notice>
  );
}
