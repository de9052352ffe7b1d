import { IconBrandGithub, IconCloud, IconDatabase, IconWorld, type TablerIcon } from '@tabler/icons-react';

/** The icons of the kinds of sources; the others are services in a cloud. */
const icons: Readonly<Record<string, TablerIcon>> = {
  github: IconBrandGithub,
  mssql: IconDatabase,
  postgres: IconDatabase,
  rest: IconWorld,
};

/** The icon of a kind of source; decorative, because the kind's name is next to it or in a tooltip. */
export function SourceIcon({ kind, size = 16 }: { kind: string; size?: number }) {
  const Icon = icons[kind] ?? IconCloud;
  return <Icon size={size} stroke={1.75} aria-hidden />;
}
