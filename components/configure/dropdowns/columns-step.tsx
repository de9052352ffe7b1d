'use client';

import { Button, Group, Select, Stack } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { paths } from '@/lib/base/paths';
import styles from './dropdowns.module.css';
import { outputsOf, type Sender, useSender } from './use-dropdowns';
import { useOwnOrg } from './use-own-org';

export interface ColumnChoice {
  valueColumnId: number | null;
  displayColumnId: number | null;
}

interface ColumnsStepProps {
  orgId: string;
  senderId: number;
  columns: ColumnChoice;
  isDisabled?: boolean;
  onChange: (columns: ColumnChoice) => void;
}

/** Chooses the column whose values are sent, and the one that people read. */
export function ColumnsStep(props: ColumnsStepProps) {
  const sender = useSender(props.orgId, props.senderId);
  return (
    <QueryState
      query={sender}
      errorTitle="Error loading command details"
      loading={<FieldsSkeleton fields={2} />}
    >
      {(command) =>
        outputsOf(command).length === 0 ? (
          <NoColumns
            orgId={props.orgId}
            sender={command}
            isRefreshing={sender.isFetching}
            onRefresh={() => sender.refetch()}
          />
        ) : (
          <Columns {...props} sender={command} />
        )
      }
    </QueryState>
  );
}

function Columns({ sender, columns, isDisabled = false, onChange }: ColumnsStepProps & { sender: Sender }) {
  const data = outputsOf(sender).map(({ outputColumnId, path }) => ({
    value: String(outputColumnId),
    label: path,
  }));
  const textOf = (id: number | null) =>
    id !== null && data.some(({ value }) => value === String(id)) ? String(id) : null;
  return (
    <div className={styles.pair}>
      <Select
        label="Value"
        description="Sent when the command runs."
        placeholder="Choose a column"
        searchable
        allowDeselect={false}
        disabled={isDisabled}
        data={data}
        value={textOf(columns.valueColumnId)}
        onChange={(value) => {
          const valueColumnId = value === null ? null : Number(value);
          // One column is enough for most lists.
          onChange({ valueColumnId, displayColumnId: columns.displayColumnId ?? valueColumnId });
        }}
      />
      <Select
        label="Display"
        description="Shown to the person who chooses."
        placeholder="Choose a column"
        searchable
        allowDeselect={false}
        disabled={isDisabled}
        data={data}
        value={textOf(columns.displayColumnId)}
        onChange={(value) => onChange({ ...columns, displayColumnId: value === null ? null : Number(value) })}
      />
    </div>
  );
}

interface NoColumnsProps {
  orgId: string;
  sender: Sender;
  isRefreshing: boolean;
  onRefresh: () => Promise<unknown>;
}

/** What a source doesn't declare is known once the command has run. */
function NoColumns({ orgId, sender, isRefreshing, onRefresh }: NoColumnsProps) {
  const org = useOwnOrg(orgId);
  const [wasRefreshed, setRefreshed] = useState(false);
  return (
    <Stack gap="md" align="flex-start">
      <p role="status" className={wasRefreshed ? styles.problem : undefined}>
        {wasRefreshed ? 'Still no output columns detected' : `No output columns detected for ${sender.name}`}
      </p>
      <p className={styles.help}>
        Pushboard learns the columns of a command when it runs. Run it once, then refresh.
      </p>
      <Group gap="sm">
        {org !== undefined && (
          <Button
            component="a"
            href={paths.builder(org.slug, sender.commandId)}
            target="_blank"
            rel="noreferrer"
            rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
          >
            Run once in new tab
          </Button>
        )}
        <Button
          variant="default"
          loading={isRefreshing}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={() => void onRefresh().then(() => setRefreshed(true))}
        >
          Refresh
        </Button>
      </Group>
    </Stack>
  );
}
