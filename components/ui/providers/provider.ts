/** Who helps if Pushboard itself fails: the address from the configuration, or "your administrator". */
export function provider(): string {
  const told = typeof document === 'undefined' ? undefined : document.documentElement.dataset.support;
  return told ?? 'your administrator';
}
