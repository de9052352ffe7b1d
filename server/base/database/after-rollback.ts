/**
 * A refusal that has something to write, although it undoes the transaction that it is thrown in. `transaction` rolls
 * back, and then throws what `settle` returns.
 */
export class AfterRollback extends Error {
  /** @param settle writes in a transaction of its own; the locks of the other one are gone */
  constructor(readonly settle: () => Promise<Error>) {
    super('Rolled back');
  }
}
