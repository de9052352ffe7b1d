'use client';

import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';
import { BuilderView } from '@/components/builder/builder-view';
import { ConfigureButton } from '@/components/configure/configure-button';

/** Fetched when they first open: most visits only run. */
const ConfigurePanel = dynamic(() =>
  import('@/components/configure/configure-panel').then(({ ConfigurePanel }) => ConfigurePanel),
);
const InputPanel = dynamic(() =>
  import('@/components/configure/input-panel').then(({ InputPanel }) => InputPanel),
);

type BuilderPageProps = Omit<ComponentProps<typeof BuilderView>, 'renderActions' | 'morePanels'>;

/** A builder with what other areas put beside it. */
export function BuilderPage(props: BuilderPageProps) {
  const { orgId } = props;
  return (
    <BuilderView
      {...props}
      renderActions={(command) => <ConfigureButton command={command} orgId={orgId} />}
      morePanels={{
        configure: (commandId) => <ConfigurePanel orgId={orgId} commandId={Number(commandId)} />,
        'configure-input': (about) => <InputPanel orgId={orgId} about={about} />,
      }}
    />
  );
}
