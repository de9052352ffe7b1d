import { expect, type Locator, type Page } from '@playwright/test';
import { people, type Who } from './people';
import { addCommand, changeSource } from './sample-source';
import { isLive, SANDBOX } from './steps';

const base = `/api/v1/${SANDBOX.orgId}`;
export const MARIA = people.runner;

/** A command that no other journey uses. Only its creator, the sandbox's admin, has it. */
export async function ownCommand(page: Page, suffix: string): Promise<{ id: number; name: string }> {
  const routine = `shared_${suffix}_${process.pid}`;
  await changeSource(`
    create or replace function shop.${routine}(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.${routine} to sample_runner`);
  const id = await addCommand(page.request, routine);
  return { id, name: routine };
}

/** Sends one API request as a person of the sandbox. */
export async function call(page: Page, method: string, path: string, data?: object, as: Who = 'admin') {
  const response = await page.request.fetch(base + path, {
    method,
    headers: { 'x-demo-user-id': people[as] },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true);
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

export const grant = (page: Page, commandId: number, userId: string, role: 'admin' | 'runner') =>
  call(page, 'POST', `/kits/${commandId}/share`, { recipients: [{ userId, newKitDirRole: role }] });

export async function openShare(
  page: Page,
  { id, name }: { id: number; name: string },
  more = '',
): Promise<Locator> {
  await page.goto(`/${SANDBOX.slug}/builder?id=${id}&panel=share:${id}${more}`);
  await isLive(page);
  const panel = page.getByRole('dialog', { name });
  await panel.getByRole('tab').first().waitFor();
  return panel;
}

export const recipients = (panel: Locator) => panel.getByRole('textbox', { name: 'People and groups' });
export const share = (panel: Locator) => panel.getByRole('button', { name: 'Share', exact: true });
export const rowOf = (panel: Locator, table: string, name: string) =>
  panel.getByRole('table', { name: table }).getByRole('row', { name });
