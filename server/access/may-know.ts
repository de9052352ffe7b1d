import type { Visibility } from '@/lib/access/vocabulary';

/** Whether a person may know that a command exists: only its creator knows of a `justme` command. */
export const mayKnow =
  (userId: string | null) =>
  ({ visibility, createdByUserId }: { visibility: Visibility; createdByUserId: string }): boolean =>
    visibility !== 'justme' || createdByUserId === userId;
