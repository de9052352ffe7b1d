/** Longer texts and lists are computed, and tell nothing about inputs. */
export const mostCharacters = 50_000;
export const mostItems = 2000;
