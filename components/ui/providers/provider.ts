/** Who helps if Pushboard itself fails: the address from the configuration, or "the people who run Pushboard". */
export function provider(): string {
  const told = typeof document === 'undefined' ? undefined : document.documentElement.dataset.support;
  return told ?? 'the people who run Pushboard';
}
