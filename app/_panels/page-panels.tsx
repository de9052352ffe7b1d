'use client';

import { createElement, type FunctionComponent, type ReactNode } from 'react';
import { type FetchedPart, useFetched } from '@/components/ui/loading/fetched-part';
import type { Panel } from '@/components/ui/panels/panel-kinds';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { type OwnPanels, SidePanelStack } from '@/components/ui/panels/side-panel-stack';
import { panelViews } from './panel-views';

interface PagePanelsProps {
  page: PanelPage | null;
  /** Whose things the panels are about. */
  orgId: string;
  own: OwnPanels;
}

/** The open panels of a page: those that the page draws itself, and everybody's. */
export default function PagePanels({ page, orgId, own }: PagePanelsProps) {
  return <SidePanelStack draw={(panel) => drawOwn(own, panel) ?? drawShared(panel, page, orgId)} />;
}

function drawOwn(own: OwnPanels, panel: Panel): ReactNode {
  // The kind says which parameters the panel has; TypeScript does not follow the two together.
  const draw = own[panel.kind] as ((params: Panel) => ReactNode) | undefined;
  return draw?.(panel);
}

function drawShared({ kind, ...params }: Panel, page: PanelPage | null, orgId: string): ReactNode {
  const part = panelViews[kind] as FetchedPart<object> | null;
  return part === null ? null : <View part={part} props={{ ...page, orgId, ...params }} />;
}

function View({ part, props }: { part: FetchedPart<object>; props: object }) {
  const component: FunctionComponent<object> | null = useFetched(part);
  return component === null ? null : createElement(component, props);
}
