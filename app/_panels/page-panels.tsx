'use client';

import { createElement, type FunctionComponent, type ReactNode } from 'react';
import { type FetchedPart, useFetched } from '@/components/ui/loading/fetched-part';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import type { Panel, PanelKind } from '@/components/ui/panels/panel-kinds';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { type OwnPanels, SidePanelStack } from '@/components/ui/panels/side-panel-stack';
import { AdminsOnly, isForAdmins } from './admins-only';
import { panelViews } from './panel-views';

interface PagePanelsProps {
  page: PanelPage | null;
  /** The organization and person that the panels belong to. */
  orgId: string;
  own: OwnPanels;
}

/** The open panels of a page: those that the page renders itself, and those that every page has. */
export default function PagePanels({ page, orgId, own }: PagePanelsProps) {
  return (
    <SidePanelStack
      canDraw={({ kind }) => own[kind] !== undefined || hasWhatItNeeds(kind, page)}
      draw={(panel) => drawOwn(own, panel) ?? drawShared(panel, page, orgId)}
    />
  );
}

function hasWhatItNeeds(kind: PanelKind, page: PanelPage | null): boolean {
  const { needs } = panelViews[kind];
  return needs === 'org' || (needs === 'page' && page !== null);
}

function drawOwn(own: OwnPanels, panel: Panel): ReactNode {
  // The kind determines the panel's parameters; TypeScript can't relate the two.
  const draw = own[panel.kind] as ((params: Panel) => ReactNode) | undefined;
  return draw?.(panel);
}

function drawShared({ kind, ...params }: Panel, page: PanelPage | null, orgId: string): ReactNode {
  const view = panelViews[kind];
  if (view.needs === 'form') return null;
  if (isForAdmins(kind) && page?.isAdmin !== true) return <AdminsOnly kind={kind} page={page} />;
  return <View part={view.part as FetchedPart<object>} props={{ ...page, orgId, ...params }} />;
}

function View({ part, props }: { part: FetchedPart<object>; props: object }) {
  const component: FunctionComponent<object> | null = useFetched(part);
  if (component !== null) return createElement(component, props);
  return (
    <SidePanel title="Loading…">
      <LinesSkeleton lines={3} />
    </SidePanel>
  );
}
