'use client';

import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';
import { BuilderView } from '@/components/builder/builder-view';
import { ConfigureButton } from '@/components/configure/configure-button';
import { ShareCommandButton } from '@/components/share/share-button';
import { sharePanels } from '@/components/share/share-panels';

/** Fetched when they first open: most visits only run. */
const ConfigurePanel = dynamic(() =>
  import('@/components/configure/configure-panel').then(({ ConfigurePanel }) => ConfigurePanel),
);
const InputPanel = dynamic(() =>
  import('@/components/configure/input-panel').then(({ InputPanel }) => InputPanel),
);

const ApiAuthPanel = dynamic(() =>
  import('@/components/configure/api-auth-panel').then(({ ApiAuthPanel }) => ApiAuthPanel),
);

const HttpHeadersPanel = dynamic(() =>
  import('@/components/configure/http-headers-panel').then(({ HttpHeadersPanel }) => HttpHeadersPanel),
);

interface BuilderPageProps extends Omit<ComponentProps<typeof BuilderView>, 'renderActions' | 'morePanels'> {
  /** Whether the command is of an organisation of one's own. */
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
        configure: (commandId) => <ConfigurePanel orgId={orgId} commandId={Number(commandId)} />,
        'configure-input': (about) => <InputPanel orgId={orgId} about={about} />,
        'api-auth': (credentialId) => <ApiAuthPanel orgId={orgId} credentialId={Number(credentialId)} />,
        'http-headers': (commandId) => <HttpHeadersPanel orgId={orgId} commandId={Number(commandId)} />,
        ...sharePanels(orgId),
      }}
    />
  );
}
