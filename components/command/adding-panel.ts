import type { Panel } from '@/components/ui/panels/panel-kinds';
import type { AddingWay } from '@/lib/sources/source-kind';

/** The side panel for adding commands of a kind of source in one of its ways. */
export function addingPanel(kind: string, { by }: AddingWay): Panel {
  switch (by) {
    case 'connection':
      return { kind: 'connect', sourceKind: kind };
    case 'request':
      return { kind: 'request', credentialId: null };
    case 'openapi':
    case 'postman':
      return { kind: `upload-${by}` };
  }
}
