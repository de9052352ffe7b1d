import type { Panel } from '@/components/ui/panels/panel-kinds';

/** The panel's question, for each kind of subject. */
export const WHY = {
  command: 'Why can someone run this?',
  folder: 'Why can someone open this?',
} as const;

/** The panel that explains why a person can run a command or open a folder; it asks for the person if none is named. */
export function whyPanel(kind: 'command' | 'folder', id: number, userId: string | null): Panel {
  return kind === 'command'
    ? { kind: 'why', commandId: id, userId }
    : { kind: 'why-folder', folderId: id, userId };
}
