/** Each takes up to some hundred megabytes while it sorts. */
export const MOST_PROCESSES = 3;
/** So many may sort for one organization, or for one person, at a time. */
const MOST_OF_ONE = 2;

/** Whose result it is, and who reads it. */
export interface Reads {
  orgId: string;
  userId: string;
}

/** Whether another process may begin, with these at work: the last place is for those who have none. */
export function mayBegin(atWork: readonly Reads[], { orgId, userId }: Reads): boolean {
  const own = atWork.filter((each) => each.orgId === orgId || each.userId === userId).length;
  const most = own === 0 ? MOST_PROCESSES : MOST_PROCESSES - 1;
  return own < MOST_OF_ONE && atWork.length < most;
}
