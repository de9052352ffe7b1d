let restore: (() => void) | null = null;

/**
 * Puts news at the start of the tab's title until the person comes back to the tab. Does nothing while they look at it.
 */
export function tellInTitle(news: string): void {
  if (!document.hidden) return;
  restore?.();
  const before = document.title;
  document.title = `${news} · ${before}`;
  const toldTitle = document.title;
  const onVisible = () => {
    if (!document.hidden) restore?.();
  };
  restore = () => {
    document.removeEventListener('visibilitychange', onVisible);
    restore = null;
    // Another page may have set its own title meanwhile.
    if (document.title === toldTitle) document.title = before;
  };
  document.addEventListener('visibilitychange', onVisible);
}
