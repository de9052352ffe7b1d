'use client';

import { type PanelKinds, SidePanelStack } from '@/components/ui/panels/side-panel-stack';
import { JsonInputPanel } from '../form/json-input-panel';
import type { FormActions } from '../form/use-form-state';
import type { Command } from '../use-command';
import { PreviousRunsPanel } from './previous-runs-panel';
import { RunDetailsPanel } from './run-details-panel';

export interface BuilderPanelsProps {
  command: Command;
  form: FormActions;
  onOpenRun: (runId: number) => void;
  /** Panels of other areas that open beside a builder. */
  morePanels: PanelKinds;
}

/** The side panels of a builder. */
export default function BuilderPanels({ command, form, onOpenRun, morePanels }: BuilderPanelsProps) {
  return (
    <SidePanelStack
      kinds={{
        ...morePanels,
        run: (runId) => <RunDetailsPanel command={command} runId={Number(runId)} />,
        runs: () => <PreviousRunsPanel command={command} form={form} onOpen={onOpenRun} />,
        json: () => <JsonInputPanel command={command} form={form} />,
      }}
    />
  );
}
