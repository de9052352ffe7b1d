import {
  IconBrandAws,
  IconBrandPython,
  IconChartDots,
  IconDatabase,
  IconTerminal2,
  IconWorld,
} from '@tabler/icons-react';

/** What a kind of source is called on screen. */
export function sourceLabel(kind: string): string {
  switch (kind) {
    case 'postgres':
      return 'Postgres';
    case 'mssql':
      return 'SQL Server';
    case 'rest':
      return 'REST API';
    case 'aws':
      return 'AWS';
    case 'github':
      return 'GitHub';
    default:
      return kind;
  }
}

/** The icon of a kind of source; decorative, the kind's name stands beside it or in a tooltip. */
export function SourceIcon({ kind, size = 16 }: { kind: string; size?: number }) {
  const Icon = iconOf(kind);
  return <Icon size={size} stroke={1.75} aria-hidden />;
}

function iconOf(kind: string) {
  switch (kind) {
    case 'postgres':
    case 'mssql':
      return IconDatabase;
    case 'rest':
      return IconWorld;
    case 'aws':
      return IconBrandAws;
    case 'github':
    case 'python':
      return IconBrandPython;
    case 'r':
      return IconChartDots;
    default:
      return IconTerminal2;
  }
}
