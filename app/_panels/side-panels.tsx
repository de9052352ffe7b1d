'use client';

import { useMemo, useState } from 'react';
import { Fetched, fetchedPart, usePrepared } from '@/components/ui/loading/fetched-part';
import type { PanelKind } from '@/components/ui/panels/panel-kinds';
import { usePanelPage } from '@/components/ui/panels/panel-page';
import type { OwnPanels } from '@/components/ui/panels/side-panel-stack';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';

const stackPart = fetchedPart(() => import('./page-panels'));

interface SidePanelsProps {
  /** Panels that only the page can render. */
  own?: OwnPanels;
  /** The page's organization by default. A command of another organization opens under one of the person's own. */
  orgId?: string;
  /** Panels that people are likely to open, loaded once the page has settled. */
  likely?: readonly PanelKind[];
}

const none: OwnPanels = {};
const noKinds: readonly PanelKind[] = [];

/** Fetches the code of some panels ahead of time, and only then the list of all of them. */
const ahead = (kinds: readonly PanelKind[]) => ({
  prepare: () =>
    void import('./panel-views').then(
      ({ prepareViews }) => prepareViews(kinds),
      () => {
        // Whether the failure matters shows when a panel opens.
      },
    ),
});

/** The side panels of a page. Their code is loaded separately. */
export function SidePanels({ own = none, orgId, likely = noKinds }: SidePanelsProps) {
  const page = usePanelPage();
  usePrepared(useMemo(() => [stackPart, ahead(likely)], [likely]));
  const { stack } = useSidePanels();
  const [wasOpened, setOpened] = useState(stack.length > 0);
  if (stack.length > 0 && !wasOpened) setOpened(true);
  const owner = orgId ?? page?.org.orgId;
  if (!wasOpened || owner === undefined) return null;
  return <Fetched part={stackPart} props={{ page, orgId: owner, own }} />;
}
