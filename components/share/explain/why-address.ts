import type { Panel } from '@/components/ui/panels/panel-kinds';

/** What the panel answers, of each kind of thing. */
export const WHY = {
  command: 'Why can someone run this?',
  folder: 'Why can someone open this?',
} as const;

/** The panel that says why somebody can run a command, or open a folder; it asks of whom where nobody is named. */
export function whyPanel(kind: 'command' | 'folder', id: number, userId: string | null): Panel {
  return kind === 'command'
    ? { kind: 'why', commandId: id, userId }
    : { kind: 'why-folder', folderId: id, userId };
}
