/** Keeps answers for a while, so that many that ask at nearly the same time share one. */
export class Recent<Answer> {
  private readonly answers = new Map<string, { promise: Promise<Answer>; atMs: number }>();

  /**
   * @param mostAgeMs how old the answer may be; 0 asks again, and keeps nothing
   * @param ask whose failure is thrown to all that wait for it, and not kept
   */
  get(key: string, mostAgeMs: number, ask: () => Promise<Answer>): Promise<Answer> {
    if (mostAgeMs === 0) return ask();
    const known = this.answers.get(key);
    if (known !== undefined && performance.now() - known.atMs < mostAgeMs) return known.promise;
    const answer = { promise: ask(), atMs: performance.now() };
    this.answers.set(key, answer);
    const forget = (): void => {
      if (this.answers.get(key) === answer) this.answers.delete(key);
    };
    answer.promise.catch(forget);
    setTimeout(forget, mostAgeMs).unref();
    return answer.promise;
  }
}
