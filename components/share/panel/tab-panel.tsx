import type { ReactNode } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SidePanel } from '@/components/ui/panels/side-panel';
import type { SharedQuery } from '../people/use-shared';

/** The frame of every tab. */
export interface TabFrame {
  title: string;
  context: string;
  tabs: ReactNode;
  query: SharedQuery;
}

/** One tab of the panel, with its buttons at the foot. */
export function TabPanel({
  frame,
  footer,
  children,
}: {
  frame: TabFrame;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <SidePanel title={frame.title} context={frame.context} footer={footer}>
      {frame.tabs}
      <QueryState query={frame.query} loading={null}>
        {() => children}
      </QueryState>
    </SidePanel>
  );
}
