'use client';

import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { mayConfigure } from '@/lib/commands/rights';
import { apartCommands } from '@/lib/commands/tell-apart';
import { listCommands } from '@/lib/contract/library/commands';
import styles from './choose-command.module.css';
import { CommandName } from './command-name';

/** More are found by searching. */
const SHOWN = 100;

interface ChooseCommandProps {
  orgId: string;
  /** What is made for the command, such as "New job". */
  title: string;
  /** Why there may be none to choose. */
  onlyEngineers: string;
  onChoose: (commandId: number) => void;
}

/** The first step of making something on the organization's page that belongs to a command: which one it runs. */
export function ChooseCommand({ orgId, title, onlyEngineers, onChoose }: ChooseCommandProps) {
  const panels = useSidePanels();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const filter = search === '' ? [] : [`name:contains:${search}`];
  const input = {
    params: { orgId },
    query: { filter, sort: 'name', per_page: SHOWN, people: 'brief' as const },
  };
  const commands = useQuery({
    queryKey: queryKey(listCommands, input),
    queryFn: ({ signal }) => callApi(listCommands, input, { signal }),
    select: (found) => {
      const own = found.filter(mayConfigure);
      return { own, apart: apartCommands(own), hasMore: found.length === SHOWN };
    },
    placeholderData: (previous) => previous,
  });
  return (
    <SidePanel
      title={title}
      context="Choose the command that it runs"
      footer={
        <Button variant="default" onClick={panels.pop}>
          Cancel
        </Button>
      }
    >
      <TextInput
        mb="md"
        aria-label="Search commands"
        placeholder="Search commands"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <QueryState
        query={commands}
        errorTitle="Error loading commands"
        loading={<ListSkeleton rows={4} />}
        isEmpty={({ own }) => own.length === 0}
        empty={
          <EmptyNotice icon={<IconSearch size={22} stroke={1.75} />} title="No commands found">
            {onlyEngineers}
          </EmptyNotice>
        }
      >
        {({ own, apart, hasMore }) => (
          <>
            <ul className={styles.list} aria-label="Commands">
              {own.map(({ commandId, name, folderName }) => (
                <li key={commandId}>
                  <UnstyledButton className={styles.item} onClick={() => onChoose(commandId)}>
                    <CommandName name={name} detail={apart.get(commandId) ?? folderName} />
                    <IconChevronRight size={16} stroke={1.75} aria-hidden />
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            {hasMore && <p className={styles.note}>Search for the others.</p>}
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}
