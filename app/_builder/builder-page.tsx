'use client';

import type { ComponentProps } from 'react';
import { SidePanels } from '@/app/_panels/side-panels';
import { BuilderView } from '@/components/builder/builder-view';
import { ConfigureButton } from '@/components/configure/panel/configure-button';
import { ScheduledLineOnDemand } from '@/components/schedules/scheduled-line-on-demand';
import { ShareCommandButton } from '@/components/share/panel/share-button';

interface BuilderPageProps
  extends Omit<ComponentProps<typeof BuilderView>, 'renderActions' | 'renderSchedule' | 'renderPanels'> {
  /** Whether the command belongs to one of the person's own organizations. */
  isMember: boolean;
}

/** A builder with its side panels. */
export function BuilderPage({ isMember, ...props }: BuilderPageProps) {
  const { orgId, orgSlug } = props;
  return (
    <BuilderView
      {...props}
      renderActions={(command) => (
        <>
          <ConfigureButton command={command} orgId={orgId} />
          {command.hasAccess && <ShareCommandButton command={command} isOwn={isMember} />}
        </>
      )}
      renderSchedule={(command) => (
        <ScheduledLineOnDemand command={command} orgId={orgId} orgSlug={orgSlug} />
      )}
      renderPanels={(own) => <SidePanels own={own} orgId={orgId} />}
    />
  );
}
