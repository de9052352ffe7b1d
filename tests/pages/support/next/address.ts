import { useSyncExternalStore } from 'react';

// What Next's router knows of the address, as far as components ask for it.

const listeners = new Set<() => void>();
let query = new URLSearchParams();
let params: Record<string, string> = {};
let asked: URL | undefined;

/** Follows the address of a window, which components change by its history. */
export function followAddress(): void {
  const changedByHistory = new Set<string>();
  // This window tells of anchors that its history set, which no browser does. The first listener hears it before others.
  window.addEventListener('hashchange', (event) => {
    if (changedByHistory.delete(event.newURL)) event.stopImmediatePropagation();
  });
  for (const method of ['pushState', 'replaceState'] as const) {
    const change = window.history[method].bind(window.history);
    window.history[method] = (data: unknown, unused: string, url?: string | URL | null) => {
      const { hash } = window.location;
      change(data, unused, url);
      if (window.location.hash !== hash) changedByHistory.add(window.location.href);
      addressChanged();
    };
  }
  window.addEventListener('popstate', addressChanged);
}

export function addressChanged(): void {
  query = new URLSearchParams(window.location.search);
  for (const listener of listeners) listener();
}

/** The address that the server renders a page for, which the window may not have yet. */
export const askedAddress = (): URL => asked ?? new URL(window.location.href);

export function setAskedAddress(next: URL): void {
  asked = next;
}

/** The values of the `[names]` in the path of the page that is shown. */
export function setParams(next: Record<string, string>): void {
  params = next;
  for (const listener of listeners) listener();
}

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePathname = (): string => useSyncExternalStore(subscribe, () => window.location.pathname);
export const useSearchParams = (): URLSearchParams => useSyncExternalStore(subscribe, () => query);
export const useParams = (): Record<string, string> => useSyncExternalStore(subscribe, () => params);
