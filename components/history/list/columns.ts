import type { CSSProperties } from 'react';

/** The optional columns, in order, each with its width in the grid. */
export const COLUMNS = [
  { key: 'values', label: 'Values', width: 'minmax(120px, 1.6fr)', isNumber: false },
  { key: 'rows', label: 'Rows', width: '76px', isNumber: true },
  { key: 'took', label: 'Took', width: '88px', isNumber: true },
  { key: 'by', label: 'By', width: 'minmax(96px, 1fr)', isNumber: false },
  { key: 'started', label: 'Started', width: 'minmax(152px, 172px)', isNumber: false },
  { key: 'ended', label: 'Ended', width: 'minmax(152px, 172px)', isNumber: false },
  { key: 'schedule', label: 'Schedule', width: 'minmax(96px, 1fr)', isNumber: false },
  { key: 'cached', label: 'Cached run', width: '96px', isNumber: true },
] as const;

export type Column = (typeof COLUMNS)[number];
export type ColumnKey = Column['key'];

/** The default columns. */
export const AT_FIRST: ColumnKey[] = ['values', 'rows', 'took', 'by', 'started'];

/**
 * The grid of the list with these columns between the fixed ones: checkbox, status, command, and menu. The longest status
 * is "Waiting for approval".
 */
export function gridOf(columns: readonly Column[]): CSSProperties {
  const widths = columns.map(({ width }) => width).join(' ');
  return {
    '--history-columns': `44px minmax(112px, 14%) minmax(132px, 1.4fr) ${widths} 48px`,
  } as CSSProperties;
}
