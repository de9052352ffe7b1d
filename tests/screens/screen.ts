import type { Page } from '@playwright/test';
import { people } from '../e2e/support/people';
import { SANDBOX } from '../e2e/support/steps';

/** What a picture shows. */
export interface Screen {
  name: string;
  isSignedOut?: boolean;
  /** Whether the picture may show loading placeholders. */
  isLoading?: boolean;
  /** Brings the page to the state of the picture. */
  show: (page: Page) => Promise<void>;
}

export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page
    .getByRole('heading', { level: 1 })
    .or(page.getByText("This page doesn't exist"))
    .first()
    .waitFor();
}

/** The same in the sandbox, such as `commands?panel=new-folder`. */
export const inSandbox = (page: Page, path: string) => goTo(page, `/${SANDBOX.slug}/${path}`);

export async function post(page: Page, path: string, data: object): Promise<void> {
  const headers = { 'x-demo-user-id': people.admin };
  await page.request.post(`/api/v1/${SANDBOX.orgId}/${path}`, { headers, data });
}

/** Creates a folder, once. */
export async function makeFolder(page: Page, name: string): Promise<void> {
  const headers = { 'x-demo-user-id': people.admin };
  const answer = await page.request.get(`/api/v1/${SANDBOX.orgId}/directories`, { headers });
  const folders: { name: string }[] = await answer.json();
  if (folders.every((folder) => folder.name !== name)) {
    await post(page, 'directories', { name, orgId: SANDBOX.orgId });
  }
}

/** Requests whose address ends like this are never answered. */
export const neverAnswer = (page: Page, path: RegExp) => page.route(path, () => {});

/** Requests whose address ends like this fail as if the server had an error. */
export const failAtServer = (page: Page, path: RegExp) =>
  page.route(path, (route) =>
    route.fulfill({
      status: 500,
      json: {
        error: {
          code: 'internal',
          message: 'Something broke on our side. It was written to the log.',
          request_id: '6a1f0c5e-31c2-4f0e-9c1d-5a4d8f6f7b10',
        },
      },
    }),
  );
