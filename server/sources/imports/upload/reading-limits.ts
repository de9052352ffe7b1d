/** The limits of reading a description, in processor time: real ones need less than a third of them. */
export const MOST_MS = 60_000;
export const MOST_CHECK_MS = 10_000;
export const MOST_MEMORY_MB = 768;
