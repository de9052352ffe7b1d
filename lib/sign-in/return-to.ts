/**
 * The longest address to return to that fits into the cookie of a sign-in, in characters. Browsers drop cookies of more
 * than 4 kB, and sealing adds a third.
 */
export const LONGEST_RETURN_TO = 2_400;
