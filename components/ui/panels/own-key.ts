import { usePanelPage } from './panel-page';

/** Returns a key of the browser's storage as the person's own: the next person on the browser has another one. */
export const useOwnKey = (key: string): string => `${key}:${usePanelPage()?.userId ?? ''}`;
