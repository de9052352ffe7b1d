'use client';

import { useMemo, useState } from 'react';
import { Fetched, fetchedPart, usePrepared } from '@/components/ui/loading/fetched-part';
import type { PanelKind } from '@/components/ui/panels/panel-kinds';
import { usePanelPage } from '@/components/ui/panels/panel-page';
import type { OwnPanels } from '@/components/ui/panels/side-panel-stack';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { panelViews } from './panel-views';

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

function partsOf(kind: PanelKind) {
  const view = panelViews[kind];
  return view.needs === 'form' ? [] : [view.part];
}

/** The side panels of a page. Their code is loaded separately. */
export function SidePanels({ own = none, orgId, likely = noKinds }: SidePanelsProps) {
  const page = usePanelPage();
  usePrepared(useMemo(() => [stackPart, ...likely.flatMap(partsOf)], [likely]));
  const { stack } = useSidePanels();
  const [wasOpened, setOpened] = useState(stack.length > 0);
  if (stack.length > 0 && !wasOpened) setOpened(true);
  const owner = orgId ?? page?.org.orgId;
  if (!wasOpened || owner === undefined) return null;
  return <Fetched part={stackPart} props={{ page, orgId: owner, own }} />;
}
