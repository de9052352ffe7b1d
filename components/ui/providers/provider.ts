/** Who helps where Pushboard itself is at fault: the address that the operator gave, which the page carries, or nobody by name. */
export function provider(): string {
  const told = typeof document === 'undefined' ? undefined : document.documentElement.dataset.support;
  return told ?? 'your administrator';
}
