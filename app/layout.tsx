import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './mantine.css';
import './globals.css';
import './controls.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { SourceKinds } from '@/components/command/source-kinds';
import { EARLY_PRESS_SCRIPT } from '@/components/ui/loading/early-press-script';
import { AppProviders } from '@/components/ui/providers/app-providers';
import { env } from '@/server/base/env';
import { sourceKindFacts } from '@/server/connectors/registry';

export const metadata: Metadata = {
  title: { default: 'Pushboard', template: '%s · Pushboard' },
  description: 'Backend operations as buttons that your team can run.',
  icons: { icon: '/icon.svg' },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  // Nothing that is briefly wider than the screen makes a phone draw the page smaller, panels at its edge included.
  minimumScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#1c1a17' },
  ],
};

/** Reading the nonce makes every page dynamic, which a strict content security policy needs. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? '';
  return (
    <html lang="en" data-support={env().supportEmail} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
        <script nonce={nonce} suppressHydrationWarning>
          {EARLY_PRESS_SCRIPT}
        </script>
      </head>
      <body>
        <AppProviders nonce={nonce}>
          <SourceKinds kinds={sourceKindFacts()}>{children}</SourceKinds>
        </AppProviders>
      </body>
    </html>
  );
}
