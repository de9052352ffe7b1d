import { configure } from '@testing-library/dom';
import { OwnEventSource } from './event-source';
import { pageText } from './locator';
import { followAddress } from './next/address';
import { followLocation } from './next/page-requests';
import { fetchFromOwnServer } from './own-server';

// What the window's pages ask for comes from this process.

if (!('EventSource' in globalThis) || globalThis.EventSource.name !== OwnEventSource.name) {
  for (const place of [globalThis, window]) {
    Object.assign(place, { fetch: fetchFromOwnServer, EventSource: OwnEventSource });
  }
  followAddress();
  followLocation();
  // What is waited for comes, however slow the machine.
  configure({
    asyncUtilTimeout: 120_000,
    getElementError: (message) => new Error(`${message} The page says: ${pageText()}`),
  });
}
