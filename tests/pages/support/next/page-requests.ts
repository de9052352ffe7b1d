/** How the address of a page that was asked for gets into the browser's history; null if it is there already. */
export type HistoryChange = 'pushState' | 'replaceState' | null;

/** Who brings the pages that links, the router, and scripts ask for. */
export interface Pages {
  /** Shows a page in the window as it is. The window has its address as soon as the page is there, and not before. */
  show(address: string, change: HistoryChange): void;
  /** Loads an address afresh, as the browser itself does. */
  load(address: string): void;
}

let pages: Pages | undefined;

export const requestPage = (address: string, change: HistoryChange): void => pages?.show(address, change);

export function answerPageRequests(answer: Pages | undefined): void {
  pages = answer;
}

/** Lets scripts leave the page by the window's location. */
export function followLocation(): void {
  const load = (address: string | URL) => pages?.load(String(address));
  Object.assign(window.location, {
    assign: load,
    replace: load,
    reload: () => load(window.location.href),
  });
}
