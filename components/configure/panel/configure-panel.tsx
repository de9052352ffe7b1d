'use client';

import { Tabs } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { type ReactNode, useRef } from 'react';
import { ChangeList } from '../changelog/change-list';
import { commandFields } from '../command/command-fields';
import { CommandForm } from '../command/command-form';
import { InputList } from '../inputs/list/input-list';
import { OutputForm } from '../output/output-form';
import { AttentionNotice } from './attention-notice';
import { EngineerPanel } from './engineer-panel';
import { PushedNotice } from './pushed-notice';
import { UnsavedMark } from './unsaved-chip';
import type { Command } from './use-configure';
import { useDraftNotice } from './use-draft-notice';
import { useEditing } from './use-editing';

interface ConfigurePanelProps {
  orgId: string;
  commandId: number;
  /** The tab of the command's scheduled jobs. */
  renderJobs: (command: Command, tabs: ReactNode) => ReactNode;
  /** The tab of what other programs start it with. */
  renderWebhooks: (command: Command, tabs: ReactNode) => ReactNode;
}

const TABS = ['command', 'inputs', 'output', 'jobs', 'webhooks', 'changelog'] as const;
const LABELS: Readonly<Record<(typeof TABS)[number], string>> = {
  command: 'Command',
  inputs: 'Inputs',
  output: 'Output',
  jobs: 'Scheduled jobs',
  webhooks: 'Webhooks',
  changelog: 'Changelog',
};

/** Configures a command: its texts, inputs, results, scheduled jobs, webhooks, and changelog. */
export function ConfigurePanel({ orgId, commandId, ...others }: ConfigurePanelProps) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title="Configure">
      {(command) => <Configure command={command} {...others} />}
    </EngineerPanel>
  );
}

function Configure({
  command,
  renderJobs,
  renderWebhooks,
}: Pick<ConfigurePanelProps, 'renderJobs' | 'renderWebhooks'> & { command: Command }) {
  const [tab, setTab] = useQueryState('configure-tab', parseAsStringLiteral(TABS).withDefault('command'));
  const editing = useEditing(String(command.commandId), commandFields(command));
  const { isChanged } = editing;
  useDraftNotice(editing, command.name);
  // Each tab's form renders its own row of tabs, which would take the focus off the tab that was just chosen.
  const chosen = useRef<string | null>(null);
  function choose(value: string | null): void {
    chosen.current = value;
    void setTab(TABS.find((each) => each === value) ?? null);
  }
  const tabs = (
    <>
      <AttentionNotice command={command} />
      <PushedNotice command={command} />
      <Tabs value={tab} onChange={choose} mb="lg">
        <Tabs.List>
          {TABS.map((each) => (
            <Tabs.Tab
              key={each}
              value={each}
              ref={(button) => {
                if (button === null || each !== tab || each !== chosen.current) return;
                chosen.current = null;
                button.focus({ preventScroll: true });
              }}
              rightSection={
                each === 'command' && isChanged && tab !== 'command' && tab !== 'output' && <UnsavedMark />
              }
            >
              {LABELS[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
    </>
  );
  switch (tab) {
    case 'command':
      return <CommandForm command={command} tabs={tabs} />;
    case 'inputs':
      return <InputList command={command} tabs={tabs} />;
    case 'output':
      return <OutputForm command={command} tabs={tabs} />;
    case 'jobs':
      return renderJobs(command, tabs);
    case 'webhooks':
      return renderWebhooks(command, tabs);
    case 'changelog':
      return <ChangeList command={command} tabs={tabs} />;
  }
}
