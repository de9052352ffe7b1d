'use client';

import { useEffect, useState } from 'react';
import { Fetched, fetchedPart, usePrepared } from '@/components/ui/loading/fetched-part';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { useFullScreen } from '../runs/use-full-screen';
import type { BuilderPanelsProps } from './builder-panels';

const builderPanels = fetchedPart(() => import('./builder-panels'));
const fullScreenResult = fetchedPart(() => import('../runs/full-screen-result'));
const likely = [builderPanels];

/** What opens over a builder, as its address says. Its code is fetched apart. */
export function BuilderOverlays(props: BuilderPanelsProps) {
  usePrepared(likely);
  const hasPanels = useOnceTrue(useSidePanels().stack.length > 0);
  const isFullScreen = useOnceTrue(useFullScreen()[0] !== null);
  return (
    <>
      {isFullScreen && <Fetched part={fullScreenResult} props={{ command: props.command }} />}
      {hasPanels && <Fetched part={builderPanels} props={props} />}
    </>
  );
}

/** True from the first time on that it was: what has opened stays mounted, so that it can close in peace. */
function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(false);
  useEffect(() => {
    if (isTrue) setWasTrue(true);
  }, [isTrue]);
  return wasTrue;
}
