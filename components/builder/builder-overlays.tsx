'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { useSidePanels } from '@/components/ui/side-panels/use-side-panels';
import type { BuilderPanelsProps } from './builder-panels';
import { useFullScreen } from './use-full-screen';

const BuilderPanels = dynamic(() => import('./builder-panels'), { ssr: false });
const FullScreenResult = dynamic(() => import('./full-screen-result'), { ssr: false });

/** What opens over a builder, as its address says. The code of each is fetched when it first opens. */
export function BuilderOverlays(props: BuilderPanelsProps) {
  const hasPanels = useOnceTrue(useSidePanels().stack.length > 0);
  const isFullScreen = useOnceTrue(useFullScreen()[0] !== null);
  return (
    <>
      {isFullScreen && <FullScreenResult command={props.command} />}
      {hasPanels && <BuilderPanels {...props} />}
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
