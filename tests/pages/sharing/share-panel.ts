import type { Locator } from '../support/locator';
import { page } from '../support/page';
import { people } from '../support/people';
import { call } from '../support/requests';
import { addCommand, builderPath, changeSource } from '../support/source';

export const MARIA = people.runner;

export interface OwnCommand {
  id: number;
  name: string;
}

/** A command that no other test uses. Only its creator, the sandbox's admin, has it. */
export async function ownCommand(suffix: string): Promise<OwnCommand> {
  const name = `shared_${suffix}`;
  await changeSource(`
    create or replace function shop.${name}(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.${name} to sample_runner`);
  return { id: await addCommand(name), name };
}

export const grant = (commandId: number, userId: string, role: 'admin' | 'runner') =>
  call('POST', `/kits/${commandId}/share`, { recipients: [{ userId, newKitDirRole: role }] });

export async function openShare({ id, name }: OwnCommand, more = ''): Promise<Locator> {
  await page.goto(builderPath(id, `&panel=share:${id}${more}`));
  const panel = page.getByRole('dialog', { name });
  await panel.getByRole('tab').first().waitFor();
  return panel;
}

export const recipients = (panel: Locator) => panel.getByRole('textbox', { name: 'People and groups' });
export const share = (panel: Locator) => panel.getByRole('button', { name: 'Share', exact: true });
export const rowOf = (panel: Locator, table: string, name: string) =>
  panel.getByRole('table', { name: table }).getByRole('row', { name });
