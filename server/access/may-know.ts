import type { Visibility } from '@/lib/access/vocabulary';

/** Whether the existence of a command may be told. */
export type Knows = (command: { visibility: Visibility; createdByUserId: string }) => boolean;

/** Whether a person may know that a command exists: only its creator knows of a `justme` command. */
export const mayKnow =
  (userId: string | null): Knows =>
  ({ visibility, createdByUserId }) =>
    visibility !== 'justme' || createdByUserId === userId;
