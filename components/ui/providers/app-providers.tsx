'use client';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { NavigationProgress } from '../layout/navigation-progress';
import { PartsOnDemand } from '../loading/parts-on-demand';
import { makeQueryClient } from './query-client';
import { colorVariables, theme } from './theme';

/**
 * The providers of every page: theme, server state, URL state, dialogs, and toasts.
 * @param nonce the request's, for the style elements that the component library writes: its own, and those that keep
 * the page still behind a dialog.
 */
export function AppProviders({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  useState(() => setNonce(nonce));
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={colorVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <NavigationProgress />
          {children}
          <PartsOnDemand />
        </MantineProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  );
}
