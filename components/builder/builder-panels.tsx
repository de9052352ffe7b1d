'use client';

import { SidePanelStack } from '@/components/ui/side-panels/side-panel-stack';
import { RunDetailsPanel } from './run-details-panel';
import type { Command } from './use-command';

/** The side panels of a builder. */
export default function BuilderPanels({ command }: { command: Command }) {
  return (
    <SidePanelStack kinds={{ run: (runId) => <RunDetailsPanel command={command} runId={Number(runId)} /> }} />
  );
}
