import type { Size } from './release';

/** The size that `npm test` starts with, and that the recorded responses belong to. */
export const TESTED: Size = { commands: 50, runs: 1_000 };

/** The size that the bench starts with: the history of a busy organization after some years. */
export const BENCHED: Size = { commands: 5_000, runs: 1_000_000 };
