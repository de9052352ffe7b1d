/** Who brings the pages that links, the router, and scripts ask for. */
export interface Pages {
  /** Shows the page of the current address, in the window as it is. */
  show(): void;
  /** Loads an address afresh, as the browser itself does. */
  load(address: string): void;
}

let pages: Pages | undefined;

/** Asks for the page of the current address. */
export const requestPage = (): void => pages?.show();

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
