'use client';

import type { ComponentProps } from 'react';
import { BuilderView } from '@/components/builder/builder-view';
import { ConfigureButton } from '@/components/configure/configure-button';
import { ShareCommandButton } from '@/components/share/panel/share-button';
import { sharePanels } from '@/components/share/panel/share-panels';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';

/** Fetched when they first open: most visits only run. */
const configurePanel = fetchedPart(async () => ({
  default: (await import('@/components/configure/configure-panel')).ConfigurePanel,
}));
const inputPanel = fetchedPart(async () => ({
  default: (await import('@/components/configure/input-panel')).InputPanel,
}));
const apiAuthPanel = fetchedPart(async () => ({
  default: (await import('@/components/configure/api-auth-panel')).ApiAuthPanel,
}));
const httpHeadersPanel = fetchedPart(async () => ({
  default: (await import('@/components/configure/http-headers-panel')).HttpHeadersPanel,
}));

interface BuilderPageProps extends Omit<ComponentProps<typeof BuilderView>, 'renderActions' | 'morePanels'> {
  /** Whether the command is of an organization of one's own. */
  isMember: boolean;
}

/** A builder with what other areas put beside it. */
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
      morePanels={{
        configure: (commandId) => (
          <Fetched part={configurePanel} props={{ orgId, commandId: Number(commandId) }} />
        ),
        'configure-input': (about) => <Fetched part={inputPanel} props={{ orgId, about }} />,
        'api-auth': (credentialId) => (
          <Fetched part={apiAuthPanel} props={{ orgId, credentialId: Number(credentialId) }} />
        ),
        'http-headers': (commandId) => (
          <Fetched part={httpHeadersPanel} props={{ orgId, commandId: Number(commandId) }} />
        ),
        ...sharePanels(orgId),
      }}
    />
  );
}
