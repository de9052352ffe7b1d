'use client';

import { Tabs } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { counted } from '@/lib/base/text/counted';
import { whyPanel } from '../explain/why-address';
import { LinkTab } from '../panel/link/link-tab';
import { ShareTab } from '../panel/share-tab';
import { TABS, tabNames, tabsOf } from '../panel/share-tabs';
import type { Shared } from '../panel/sharing';
import { REQUEST } from '../panel/use-access-request';
import type { Viewer } from '../panel/use-viewer';
import { VisibilityTab } from '../panel/visibility-tab';
import { SharedWithTab } from './shared-with-tab';
import type { SharedQuery } from './use-shared';

interface SharedPanelProps {
  shared: Shared;
  viewer: Viewer;
  query: SharedQuery;
}

/** The panel of an item whose people have loaded, with its open tab. */
export function SharedPanel({ shared, viewer, query }: SharedPanelProps) {
  const panels = useSidePanels();
  const { tabs, first } = tabsOf(shared, viewer.org !== null);
  const [wanted, setTab] = useQueryState('share-tab', parseAsStringLiteral(TABS));
  const isAskedFor = useQueryState(REQUEST)[0] !== null;
  const tab = tabs.find((each) => each === (isAskedFor ? 'share' : wanted)) ?? first;
  const { subject, visibility } = shared;
  const { org } = viewer;
  const frame = {
    title: shared.name,
    context: contextOf(shared),
    query,
    tabs: (
      <Tabs
        value={tab}
        onChange={(value) => void setTab(tabs.find((each) => each === value) ?? null)}
        mb="lg"
      >
        <Tabs.List>
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {tabNames[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
    ),
  };
  const common = { frame, shared };
  // People from outside see only themselves.
  const onWhy =
    org === null ? null : (userId: string | null) => panels.push(whyPanel(subject.kind, subject.id, userId));
  switch (tab) {
    case 'share':
      return org === null ? null : (
        <ShareTab {...common} viewer={{ ...viewer, org }} onTab={(next) => void setTab(next)} onWhy={onWhy} />
      );
    case 'shared-with':
      return <SharedWithTab {...common} viewer={viewer} onWhy={onWhy} />;
    case 'visibility':
      return visibility === null ? null : (
        <VisibilityTab {...common} visibility={visibility} key={visibility} userId={viewer.userId} />
      );
    case 'link':
    case 'store':
      return <LinkTab {...common} kind={tab} orgSlug={org?.slug ?? null} />;
  }
}

/** The number of people per role. */
function contextOf({ people }: Shared): string {
  const active = people.filter(({ isPending }) => !isPending);
  const engineers = active.filter(({ role }) => role === 'admin').length;
  const pending = people.length - active.length;
  const told = [
    counted(engineers, 'engineer'),
    counted(active.length - engineers, 'runner'),
    ...(pending > 0 ? [`${pending} pending`] : []),
  ];
  return told.join(', ');
}
