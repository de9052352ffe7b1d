import type { Size } from './release';

/** What `npm test` starts with. The recorded answers are those of a workspace of this size. */
export const TESTED: Size = { commands: 50, runs: 1_000 };

/** What the bench starts with: the history of a busy organization after some years. */
export const BENCHED: Size = { commands: 5_000, runs: 1_000_000 };
