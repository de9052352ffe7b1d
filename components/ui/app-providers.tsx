'use client';

import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { makeQueryClient } from './query-client';
import { colourVariables, theme } from './theme';

/**
 * All that every page stands on: theme, server state, URL state, dialogs and toasts.
 *
 * @param nonce the request's, for the style elements that the component library writes: its own, and those
 * that keep the page still behind a dialog.
 */
export function AppProviders({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  useState(() => setNonce(nonce));
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={colourVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <ModalsProvider>
            <Notifications position="top-right" autoClose={4000} limit={5} containerWidth={380} />
            {children}
          </ModalsProvider>
        </MantineProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  );
}
