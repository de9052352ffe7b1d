'use client';

import { Button } from '@mantine/core';
import { useParams } from 'next/navigation';
import { Notice } from '@/components/ui/feedback/notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { paths } from '@/lib/base/paths';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import styles from '../decorations.module.css';
import { MapRow } from '../map-row';
import type { OfferedCommand } from '../use-decorations';
import type { ButtonEditorState } from './use-button-editor';
import { useLiveRow } from './use-live-row';

/** Which output fills each input of the command that a button opens, with its value in the first row. */
export function MapSection({ state }: { state: ButtonEditorState }) {
  const { kind, target, targetCommandId, readTarget, allOutputs, outputs } = state;
  if (targetCommandId === null) return null;
  const title = kind === 'row' ? 'Fill the form from the row' : 'Fill the form from the object';
  return (
    <section id="button-map" aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <QueryState
        query={allOutputs}
        errorTitle="Error loading command details"
        loading={<FieldsSkeleton fields={1} />}
      >
        {() => outputs.length === 0 && <NoOutputs state={state} />}
      </QueryState>
      {target !== undefined ? (
        <Rows state={state} target={target} />
      ) : (
        <QueryState
          query={readTarget}
          errorTitle="Error loading command details"
          loading={<FieldsSkeleton fields={1} />}
        >
          {() => null}
        </QueryState>
      )}
    </section>
  );
}

function Rows({ state, target }: { state: ButtonEditorState; target: OfferedCommand }) {
  const { outputs, maps, draft, set } = state;
  const row = useLiveRow(state);
  const names = inputNames(target.inputs);
  const options = outputs.map(({ outputColumnId, path, isPresent }) => ({
    value: String(outputColumnId),
    label: isPresent ? path : `${path} (not in the last result)`,
  }));
  if (target.inputs.length === 0) return <p>{`${target.name} has no inputs to fill in.`}</p>;
  return (
    <div className={styles.rows}>
      {target.inputs.map((input) => {
        const outputColumnId = maps[input.inputId] ?? null;
        const path = outputs.find((output) => output.outputColumnId === outputColumnId)?.path;
        return (
          <MapRow
            key={input.inputId}
            name={nameOf(names, input.key)}
            input={input}
            options={options}
            value={path === undefined ? null : outputColumnId}
            sample={path === undefined ? undefined : row.data?.textOf(path)}
            onChange={(text) =>
              set({ maps: { ...draft.maps, [input.inputId]: text === null ? null : Number(text) } })
            }
          />
        );
      })}
    </div>
  );
}

/** What a source doesn't declare is learned from results. */
function NoOutputs({ state: { command, allOutputs } }: { state: ButtonEditorState }) {
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
        Run once in new tab
      </Button>
      <Button variant="default" size="xs" mt="sm" onClick={() => void allOutputs.refetch()}>
        Refresh
      </Button>
    </Notice>
  );
}
