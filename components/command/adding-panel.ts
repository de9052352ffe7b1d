import type { AddingWay } from '@/lib/sources/source-kind';

/** The address of the side panel in which commands of a kind of source are added in one of its ways. */
export function addingPanel(kind: string, { by }: AddingWay): string {
  switch (by) {
    case 'connection':
      return `connect:${kind}`;
    case 'request':
      return 'request';
    case 'openapi':
    case 'postman':
      return `upload-${by}`;
  }
}
