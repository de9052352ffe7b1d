/** People inactive for this long are asked whether they are still there. */
export const INACTIVITY_MS = 48 * 60 * 60 * 1000;
/** How long the question waits for an answer. */
export const IDLE_PROMPT_MS = 300_000;
/** Activity counts after a pause of this long. */
export const ACTIVITY_DEBOUNCE_MS = 1_000;
