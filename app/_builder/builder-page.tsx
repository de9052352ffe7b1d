'use client';

import type { ComponentProps } from 'react';
import { SidePanels } from '@/app/_panels/side-panels';
import { BuilderView } from '@/components/builder/builder-view';
import { ConfigureButton } from '@/components/configure/panel/configure-button';
import { ShareCommandButton } from '@/components/share/panel/share-button';

interface BuilderPageProps
  extends Omit<ComponentProps<typeof BuilderView>, 'renderActions' | 'renderPanels'> {
  /** Whether the command belongs to one of the person's own organizations. */
  isMember: boolean;
}

/** A builder with its side panels. */
export function BuilderPage({ isMember, ...props }: BuilderPageProps) {
  const { orgId } = props;
  return (
    <BuilderView
      {...props}
      renderActions={(command) => (
        <>
          <ConfigureButton command={command} orgId={orgId} />
          {command.hasAccess && <ShareCommandButton command={command} isOwn={isMember} />}
        </>
      )}
      renderPanels={(own) => <SidePanels own={own} orgId={orgId} />}
    />
  );
}
