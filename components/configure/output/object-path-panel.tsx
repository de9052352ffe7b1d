'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { IconBraces, IconCheck, IconList } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { JsonValue } from '@/lib/base/json';
import { type JsonPlace, jsonPlaces } from '@/lib/outputs/json-places';
import { objectPathText, parseObjectPath } from '@/lib/outputs/object-path';
import { formatCount } from '@/lib/results/table/row-counts';
import { commandFields } from '../command/command-fields';
import { EngineerPanel } from '../panel/engineer-panel';
import type { Command } from '../panel/use-configure';
import { useEditing } from '../panel/use-editing';
import styles from './output.module.css';
import { RunOnce } from './run-once';
import { useLastRun } from './use-outputs';

const TITLE = 'Output object path';

/** Picks the part of a result to keep from the last result. */
export function ObjectPathPanel({ orgId, commandId }: { orgId: string; commandId: number }) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title={TITLE}>
      {(command) => <PathPicker command={command} />}
    </EngineerPanel>
  );
}

function PathPicker({ command }: { command: Command }) {
  const panels = useSidePanels();
  const last = useLastRun(command);
  const { fields, set } = useEditing(String(command.commandId), commandFields(command));
  const pick = (outputObjectPath: string) => {
    set({ outputObjectPath });
    panels.pop();
  };
  return (
    <SidePanel
      title={TITLE}
      context={command.name}
      footer={
        <Button variant="default" onClick={panels.pop}>
          Cancel
        </Button>
      }
    >
      <QueryState
        query={last}
        loading={<ListSkeleton rows={3} />}
        isEmpty={(run) => run === null}
        empty={<RunOnce command={command} isLooking={last.isFetching} onLook={() => void last.refetch()} />}
      >
        {(run) => (
          <Places
            places={run === null || !isDocument(run) ? [] : jsonPlaces(run.payload as JsonValue)}
            // What was kept of the last result is all that there is to pick from.
            under={run?.outputObjectPath ?? ''}
            chosen={fields.outputObjectPath}
            onPick={pick}
          />
        )}
      </QueryState>
    </SidePanel>
  );
}

/** Whether a result is one document: tables have columns instead. */
const isDocument = ({ payloadFormat }: { payloadFormat: string | null }): boolean =>
  payloadFormat === 'json' || payloadFormat === 'single_value';

interface PlacesProps {
  places: readonly JsonPlace[];
  under: string;
  chosen: string;
  onPick: (path: string) => void;
}

function Places({ places, under, chosen, onPick }: PlacesProps) {
  const outer = parseObjectPath(under) ?? [];
  if (places.length === 0) {
    return (
      <EmptyNotice icon={<IconBraces size={22} stroke={1.75} />} title="Nothing to pick">
        The last result is not a JSON document, or has no lists and objects. An output object path has no
        effect on tables.
      </EmptyNotice>
    );
  }
  const options = places.map(({ steps, kind, size }) => ({
    path: objectPathText([...outer, ...steps]),
    kind,
    size,
  }));
  return (
    <>
      <p className={styles.about}>
        {under === ''
          ? 'Choose the part of the last result to keep. Each run applies it where it ends.'
          : `The last result was already reduced to ${under}. Choose all of it to see the others after the next run.`}
      </p>
      <ul className={styles.list}>
        {[...(under === '' ? [] : [{ path: '', kind: 'object' as const, size: null }]), ...options].map(
          ({ path, kind, size }) => (
            <li key={path}>
              <UnstyledButton
                className={styles.place}
                aria-pressed={path === chosen}
                onClick={() => onPick(path)}
              >
                {kind === 'list' ? (
                  <IconList size={16} stroke={1.75} aria-hidden />
                ) : (
                  <IconBraces size={16} stroke={1.75} aria-hidden />
                )}
                <span className={styles.path}>{path === '' ? 'All of it' : path}</span>
                {size !== null && (
                  <span className={styles.fact}>
                    {formatCount(size)}{' '}
                    {kind === 'list' ? (size === 1 ? 'item' : 'items') : size === 1 ? 'key' : 'keys'}
                  </span>
                )}
                {path === chosen && <IconCheck size={16} stroke={1.75} aria-label="Chosen" />}
              </UnstyledButton>
            </li>
          ),
        )}
      </ul>
    </>
  );
}
