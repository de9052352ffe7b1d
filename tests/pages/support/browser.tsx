import { join } from 'node:path';
import { notifications } from '@mantine/notifications';
import { waitFor } from '@testing-library/dom';
import { createElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { SourceKinds } from '@/components/command/source-kinds';
import { AppProviders } from '@/components/ui/providers/app-providers';
import { sourceKindFacts } from '@/server/connectors/registry';
import { forgetCookies } from './cookies';
import { addressChanged, setAskedAddress, setParams } from './next/address';
import { NotFound, Redirect } from './next/leave';
import { answerPageRequests, type HistoryChange } from './next/page-requests';
import { fetchFromOwnServer } from './own-server';
import { componentIn, hasFile, type PageFile, pageFileOf } from './page-files';
import { renderOnServer } from './render-on-server';

let root: Root | undefined;
let showing: Promise<void> = Promise.resolve();
/** Pages on their way, also those that another one took the place of. */
const onTheirWay = new Set<Promise<void>>();

/** Signs in as a person of demo mode, as the sign-in page does. */
export async function signIn(userId: string): Promise<void> {
  forgetCookies();
  const response = await fetchFromOwnServer('/api/v1/demo/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId }),
  });
  if (!response.ok) throw new Error(`Signing in as ${userId} answered ${response.status}`);
}

/** Continues as a visitor. */
export const signOut = (): void => forgetCookies();

/** Opens an address: renders its page with its layouts, as the application's own files say, for the signed-in person. */
export async function openPage(address: string): Promise<void> {
  leavePage();
  window.history.pushState(null, '', address);
  addressChanged();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  answerPageRequests({
    show: (next, change) => bring(showPage(next, change)),
    load: (next) => bring(openPage(next)),
  });
  showing = showPage(address, null);
  await showing;
  await waitFor(() => {
    if (document.querySelector('main, h1') === null) throw new Error(`${address} shows nothing yet`);
  });
}

/** A page that a link or the router asked for. */
function bring(page: Promise<void>): void {
  showing = page;
  onTheirWay.add(page);
  const isHere = root;
  page
    .finally(() => onTheirWay.delete(page))
    .catch((error: unknown) => {
      // Nobody misses a page that was closed meanwhile.
      if (root === isHere) throw error;
    });
}

/** Closes the page that is open. */
export function leavePage(): void {
  answerPageRequests(undefined);
  notifications.clean();
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
}

/** Closes the browser, which forgets everything that it knows. */
export async function closeBrowser(): Promise<void> {
  leavePage();
  // Pages that were on their way still ask the server.
  await Promise.allSettled(onTheirWay);
  forgetCookies();
  localStorage.clear();
  sessionStorage.clear();
}

/** Resolves once the page that a link or the router asked for is there. */
export const pageShown = (): Promise<void> => showing;

async function showPage(address: string, change: HistoryChange): Promise<void> {
  const asked = new URL(address, window.location.href);
  const { node, params, url } = await pageOf(asked);
  // No component sees the new address on the old page, or the old one on the new page.
  flushSync(() => {
    const needed = change ?? (url.href === asked.href ? null : 'replaceState');
    if (needed !== null) window.history[needed](null, '', url.href);
    setParams(params);
    root?.render(
      <AppProviders nonce="nonce">
        <SourceKinds kinds={sourceKindFacts()}>{node}</SourceKinds>
      </AppProviders>,
    );
  });
}

/** What the nearest folder says of a page that does not exist, within the layouts around it. */
async function notFoundPage(file: PageFile | undefined, search: string): Promise<ReactNode> {
  let folder = file?.folder ?? 'app';
  while (!hasFile(folder, 'not-found')) folder = join(folder, '..');
  return withLayouts({ folder, params: file?.params ?? {} }, search, 'not-found');
}

interface FoundPage {
  node: ReactNode;
  params: Record<string, string>;
  url: URL;
}

/** The page of an address, or of the one that it redirects to. */
async function pageOf(url: URL): Promise<FoundPage> {
  const file = pageFileOf(url.pathname);
  const params = file?.params ?? {};
  setAskedAddress(url);
  try {
    if (file === undefined) throw new NotFound();
    return { node: await withLayouts(file, url.search), params, url };
  } catch (error) {
    if (error instanceof Redirect) return pageOf(new URL(error.address, url));
    if (error instanceof NotFound) return { node: await notFoundPage(file, url.search), params, url };
    throw error;
  }
}

async function withLayouts({ folder, params }: PageFile, search: string, name = 'page'): Promise<ReactNode> {
  const searchParams = Object.fromEntries(new URLSearchParams(search));
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(searchParams) };
  let page = createElement(await componentIn(folder, name), props);
  // The root's own layout is the document around the providers.
  for (let at = folder; at !== 'app'; at = join(at, '..')) {
    if (hasFile(at, 'layout')) page = createElement(await componentIn(at, 'layout'), props, page);
  }
  return renderOnServer(page);
}
