import { type ReactNode, useEffect, useState } from 'react';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import type { OwnPanels } from '@/components/ui/panels/side-panel-stack';
import type { ValuesCaller } from '@/lib/values/values-caller';
import type { FormActions } from '../form/use-form-state';
import { useFullScreen } from '../runs/card/actions/use-full-screen';
import type { Command } from '../use-command';

const fullScreenResult = fetchedPart(() => import('../runs/card/actions/full-screen-result'));
const runDetails = fetchedPart(async () => ({
  default: (await import('./run-details-panel')).RunDetailsPanel,
}));
const previousRuns = fetchedPart(async () => ({
  default: (await import('./previous-runs-panel')).PreviousRunsPanel,
}));
const bulk = fetchedPart(async () => ({ default: (await import('../bulk/bulk-panel')).BulkPanel }));
const batchDownload = fetchedPart(async () => ({
  default: (await import('./batch-download-panel')).BatchDownloadPanel,
}));
const jsonInput = fetchedPart(async () => ({
  default: (await import('../form/starting-values/json-input-panel')).JsonInputPanel,
}));

const presets = fetchedPart(async () => ({
  default: (await import('../presets/presets-panel')).PresetsPanel,
}));

interface BuilderOverlaysProps {
  command: Command;
  caller: ValuesCaller;
  form: FormActions;
  onOpenRun: (runId: number) => void;
  /** Renders the page's side panels, including those that need the builder's form. */
  renderPanels: (own: OwnPanels) => ReactNode;
}

/** What opens over a builder, according to its address. Its code is fetched separately. */
export function BuilderOverlays({ command, caller, form, onOpenRun, renderPanels }: BuilderOverlaysProps) {
  const isFullScreen = useOnceTrue(useFullScreen()[0] !== null);
  return (
    <>
      {isFullScreen && <Fetched part={fullScreenResult} props={{ command }} />}
      {renderPanels({
        run: ({ runId }) => <Fetched part={runDetails} props={{ command, runId }} />,
        runs: () => <Fetched part={previousRuns} props={{ command, form, onOpen: onOpenRun }} />,
        presets: () => <Fetched part={presets} props={{ command, form }} />,
        'batch-download': () => <Fetched part={batchDownload} props={{ command }} />,
        json: () => <Fetched part={jsonInput} props={{ command, form }} />,
        ...(command.hasAccess && {
          bulk: ({ rows }) => (
            <Fetched part={bulk} props={{ command, caller, form, onOpen: onOpenRun, rows }} />
          ),
        }),
      })}
    </>
  );
}

/** True once it has been: what has opened stays mounted, so that it can animate out. */
function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(false);
  useEffect(() => {
    if (isTrue) setWasTrue(true);
  }, [isTrue]);
  return wasTrue;
}
