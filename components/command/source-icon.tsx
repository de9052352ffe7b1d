import { IconCloud, IconDatabase, IconTerminal2, IconWorld, type TablerIcon } from '@tabler/icons-react';

/** The icons of the kinds of sources; a kind without one gets a plain icon. */
const icons: Readonly<Record<string, TablerIcon>> = {
  'azure-blob': IconCloud,
  postgres: IconDatabase,
  rest: IconWorld,
};

/** The icon of a kind of source; decorative, because the kind's name is next to it or in a tooltip. */
export function SourceIcon({ kind, size = 16 }: { kind: string; size?: number }) {
  const Icon = icons[kind] ?? IconTerminal2;
  return <Icon size={size} stroke={1.75} aria-hidden />;
}
