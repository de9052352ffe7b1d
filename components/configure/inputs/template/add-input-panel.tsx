'use client';

import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { NotAnEngineer } from '@/components/configure/panel/not-an-engineer';
import { type Command, useConfiguredCommand } from '@/components/configure/panel/use-configure';
import { QueryState } from '@/components/ui/feedback/query-state';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { mayConfigure } from '@/lib/commands/rights';
import { rTypeSystem } from '@/lib/type-systems/scripts/r';
import { PasteSnippet } from '../snippet/paste-snippet';
import { ReviewInputs } from '../snippet/review-inputs';
import type { Snippet } from '../snippet/use-snippet';
import { ManualInput } from './manual-input';

/** Adds an input that the source does not declare. */
export function AddInputPanel({ orgId, commandId }: { orgId: string } & PanelParams<'add-input'>) {
  const command = useConfiguredCommand(orgId, commandId);
  const { data } = command;
  if (data !== undefined && mayConfigure(data) && data.template.inputEdits.addAndDelete) {
    return data.template.typeSystem === rTypeSystem.name ? (
      <ManualOrPasted command={data} />
    ) : (
      <ManualInput command={data} tabs={null} />
    );
  }
  return (
    <SidePanel title="Add input">
      <QueryState query={command} errorTitle="Error fetching command!" loading={null}>
        {(found) =>
          mayConfigure(found) ? (
            <p>The source decides which inputs this command has. Change it there, then sync.</p>
          ) : (
            <NotAnEngineer />
          )
        }
      </QueryState>
    </SidePanel>
  );
}

/** Inputs of an R script can be read from a piece of its code. */
function ManualOrPasted({ command }: { command: Command }) {
  const [tab, setTab] = useState<string | null>('manual');
  const [code, setCode] = useState('');
  const [found, setFound] = useState<Snippet | null>(null);
  if (found !== null) return <ReviewInputs command={command} found={found} onBack={() => setFound(null)} />;
  const tabs = (
    <Tabs value={tab} onChange={setTab} mb="lg">
      <Tabs.List>
        <Tabs.Tab value="manual">Manual</Tabs.Tab>
        <Tabs.Tab value="snippet">Paste snippet</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
  return tab === 'snippet' ? (
    <PasteSnippet command={command} tabs={tabs} code={code} onChange={setCode} onFound={setFound} />
  ) : (
    <ManualInput command={command} tabs={tabs} />
  );
}
