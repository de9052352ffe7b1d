/** The tag of workers that serve connections without a tag of their own. */
export const DEFAULT_TAG = 'default';

/** A tag by which connections choose their workers. */
export const WORKER_TAG = /^[a-z0-9][a-z0-9-]{0,39}$/;

export const WORKER_TAG_RULE = 'must be lowercase letters, digits, and hyphens, 40 at most';

/** What people read where something waits for a worker. */
export const noWorkerWith = (tag: string): string => `No worker with the tag ${tag} is alive.`;
