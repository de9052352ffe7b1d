/** Longer texts and lists are computed, and tell nothing about inputs. */
export const mostCharacters = 50_000;
export const mostItems = 2000;

/** How long one script is read, in processor time: real ones take milliseconds. */
export const MOST_MS_EACH = 10_000;
