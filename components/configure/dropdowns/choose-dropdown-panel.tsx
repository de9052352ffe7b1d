'use client';

import { Button, Menu, Stack, TextInput } from '@mantine/core';
import { IconExternalLink, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { mayConfigure } from '@/lib/commands/rights';
import { NotAnEngineer } from '../panel/not-an-engineer';
import { type Command, type CommandInput, useConfiguredCommand } from '../panel/use-configure';
import { ChoiceTable } from './choice-table';
import { ALREADY_LINKED, isFound, NO_COMMAND, valueColumnWords } from './dropdown-words';
import styles from './dropdowns.module.css';
import { type Dropdown, useDropdowns, useLinkDropdown } from './use-dropdowns';
import { useOwnOrg } from './use-own-org';

const loading = <ListSkeleton />;

/** Chooses the dropdown of an input among those of the organization, or creates one. */
export function ChooseDropdownPanel({
  orgId,
  commandId,
  inputId,
}: { orgId: string } & PanelParams<'choose-dropdown'>) {
  const command = useConfiguredCommand(orgId, commandId);
  const dropdowns = useDropdowns(orgId);
  const input = command.data?.template.inputs.find((each) => each.inputId === inputId);
  if (
    command.data !== undefined &&
    mayConfigure(command.data) &&
    input !== undefined &&
    dropdowns.data !== undefined
  ) {
    return <Chooser command={command.data} input={input} dropdowns={dropdowns.data} />;
  }
  return (
    <SidePanel title="Add dropdown">
      <QueryState query={command} errorTitle="Error fetching command!" loading={loading}>
        {(found) =>
          mayConfigure(found) ? (
            <QueryState query={dropdowns} errorTitle="Error loading dropdowns" loading={loading}>
              {() => <p>This command no longer has this input.</p>}
            </QueryState>
          ) : (
            <NotAnEngineer />
          )
        }
      </QueryState>
    </SidePanel>
  );
}

interface ChooserProps {
  command: Command;
  input: CommandInput;
  dropdowns: readonly Dropdown[];
}

function Chooser({ command: { orgId, commandId, name }, input, dropdowns }: ChooserProps) {
  const panels = useSidePanels();
  const { inputId, dropdownId: linkedId } = input;
  const link = useLinkDropdown(orgId, { commandId, inputId });
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const save = () => {
    if (chosen === null) return setProblem(NO_COMMAND);
    if (chosen === linkedId) return setProblem(ALREADY_LINKED);
    link.mutate(chosen, { onSuccess: panels.pop });
  };
  const isEmpty = dropdowns.length === 0;
  return (
    <SidePanel
      title={linkedId === null ? 'Add dropdown' : 'Switch dropdown'}
      context={`${input.key} · ${name}`}
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Cancel
          </Button>
          <Button onClick={save} loading={link.isPending} disabled={isEmpty}>
            Save
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <Actions orgId={orgId} commandId={commandId} inputId={inputId}>
          {linkedId !== null && (
            <Button
              variant="default"
              loading={link.isPending}
              onClick={() => link.mutate(null, { onSuccess: panels.pop })}
            >
              Unlink
            </Button>
          )}
        </Actions>
        {isEmpty ? (
          <p>
            You haven't created any dropdowns yet. You can hardcode values or pull the values from the output
            of another command.
          </p>
        ) : (
          <>
            <TextInput
              aria-label="Search"
              placeholder="Command name, parameter, folder"
              leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <ChoiceTable
              label="Dropdowns"
              columns={['ID', 'Dropdown', 'Value column']}
              rows={dropdowns.filter((each) => isFound(each, search))}
              keyOf={({ dropdownId }) => dropdownId}
              cellsOf={(each) => [String(each.dropdownId), each.name, valueColumnWords(each)]}
              chosen={chosen ?? linkedId}
              onChoose={(key) => {
                setChosen(key);
                setProblem(null);
              }}
              none="No matches"
            />
          </>
        )}
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {link.error !== null && <ErrorNotice error={link.error} />}
      </Stack>
    </SidePanel>
  );
}

interface ActionsProps {
  orgId: string;
  commandId: number;
  inputId: number;
  children: React.ReactNode;
}

function Actions({ orgId, commandId, inputId, children }: ActionsProps) {
  const panels = useSidePanels();
  const org = useOwnOrg(orgId);
  const create = (source: 'hardcoded' | 'command') =>
    panels.push({ kind: 'new-dropdown', commandId, inputId, source });
  return (
    <div className={styles.bar}>
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
            New dropdown
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => create('hardcoded')}>Hardcoded values</Menu.Item>
          <Menu.Item onClick={() => create('command')}>From command output</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {org?.role === 'admin' && (
        <Button
          component="a"
          href={paths.dropdowns(org.slug)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
        >
          Manage dropdowns
        </Button>
      )}
      {children}
    </div>
  );
}
