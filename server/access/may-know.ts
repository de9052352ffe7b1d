import type { Visibility } from '@/lib/access/vocabulary';

/** Whether a person may know that a command exists: `justme` is its creator's alone. */
export const mayKnow =
  (userId: string | null) =>
  ({ visibility, createdByUserId }: { visibility: Visibility; createdByUserId: string }): boolean =>
    visibility !== 'justme' || createdByUserId === userId;
