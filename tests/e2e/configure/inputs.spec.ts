import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { field, isLive, SANDBOX } from '../support/steps';

const headers = { 'x-demo-user-id': 'demo-dana' };
const api = `/api/v1/${SANDBOX.orgId}`;

/** A command that no other journey uses, of a routine with an enum and three texts. */
async function ownCommand(page: Page, suffix: string): Promise<number> {
  const name = `laid_out_${suffix}_${process.pid}`;
  await changeSource(`
    do $$ begin create type shop.laid_out_speed as enum ('slow', 'fast'); exception when duplicate_object then null; end $$;
    create or replace function shop.${name}(first text, second text, third text default null,
        speed shop.laid_out_speed default 'slow') returns text
      language sql as 'select first';
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(page.request, name);
}

/** A command of a single request to the sample API. */
async function ownRequest(page: Page, suffix: string): Promise<number> {
  const credentials: {
    creds_id: number;
    source_kind: string;
    is_builtin: boolean;
    api?: { api_base_url: string };
  }[] = await (await page.request.get(`${api}/creds`, { headers })).json();
  const source = credentials.find((each) => each.is_builtin && each.source_kind === 'rest');
  const data = {
    credsId: source?.creds_id,
    name: `Asked ${suffix} ${process.pid}`,
    cloudId: `api::get::${source?.api?.api_base_url}/orders-${suffix}?limit={limit}`,
    inputs: [{ key: 'query.limit', typeName: 'integer', defaultAmbiguousInput: 'omit' }],
  };
  const made = await page.request.post(`${api}/command-templates`, { headers, data });
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()).kit_id;
}

async function openInputs(page: Page, commandId: number): Promise<Locator> {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await page.getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel.getByRole('list').last().waitFor();
  return panel;
}

/** The form's preview has a choice of that name, so it is looked for among the messages. */
const saved = (page: Page) =>
  expect(page.getByRole('status').getByText('Saved', { exact: true }).last()).toBeVisible();

async function keysOf(page: Page, commandId: number): Promise<string[]> {
  const answer = await page.request.get(`${api}/deep-kits-6/${commandId}`, { headers });
  const { anchor_ol } = await answer.json();
  return anchor_ol.kit_run_schema.map(({ key }: { key: string }) => key);
}

test('an input gets a heading, a width, and radio buttons, seen at once next to the panel', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const commandId = await ownCommand(page, 'layout');
  const panel = await openInputs(page, commandId);
  await panel.getByRole('button', { name: /^speed/ }).click();
  const input = page.getByRole('dialog', { name: 'Edit speed' });
  const preview = page.getByRole('region', { name: 'Preview of the form' });
  await expect(input.getByText('postgres::shop.laid_out_speed')).toBeVisible();
  await input.getByRole('textbox', { name: 'Group header' }).fill('How it is sent');
  await expect(preview.getByRole('heading', { name: 'How it is sent' })).toBeVisible();
  await input.getByRole('combobox', { name: 'Control', exact: true }).click();
  await page.getByRole('option', { name: 'Radio buttons' }).click();
  await expect(preview.getByRole('radiogroup', { name: 'Speed' }).getByRole('radio')).toHaveCount(2);
  await input.getByRole('textbox', { name: 'Note' }).fill('Fast costs more');
  await expect(preview.getByText('Fast costs more')).toBeVisible();
  await expectAccessible(page);
  await input.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  await input.getByRole('button', { name: 'Back to the previous panel' }).click();
  await panel.getByRole('button', { name: /^speed/ }).waitFor();
  await expect(page.getByText(/are not saved/)).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('group', { name: 'How it is sent' }).getByRole('radiogroup')).toBeVisible();
  await page.getByRole('radio', { name: 'Fast' }).check();
  await expect(page).toHaveURL(/fast/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('inputs are reordered with the keys and by dragging, and announced', { tag: '@long' }, async ({
  page,
}) => {
  const commandId = await ownCommand(page, 'order');
  const panel = await openInputs(page, commandId);
  await panel.getByRole('button', { name: 'Reorder' }).click();
  await expectAccessible(page);
  await panel.getByRole('button', { name: /^Move First/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByText('First: position 2 of 4')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Move First/ })).toBeFocused();
  await page.keyboard.press('End');
  await expect(panel.getByText('First: position 4 of 4')).toBeVisible();
  // second, third, speed, first: the last is dragged to the top.
  const rows = panel.getByRole('list', { name: 'Order of the inputs' }).getByRole('listitem');
  // It is announced before it is there.
  await expect(rows.last()).toContainText('First');
  const [top, handle] = [
    await rows.first().boundingBox(),
    await panel.getByRole('button', { name: /^Move Speed/ }).boundingBox(),
  ];
  if (top === null || handle === null) throw new Error('Nothing to drag');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + 10, top.y + top.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(rows.first()).toContainText('speed');
  await panel.getByRole('button', { name: 'Done' }).click();
  await saved(page);
  expect(await keysOf(page, commandId)).toEqual(['speed', 'second', 'third', 'first']);
  await panel.getByRole('button', { name: 'Reorder' }).click();
  await panel.getByRole('button', { name: /^Move Speed/ }).focus();
  await page.keyboard.press('End');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  expect(await keysOf(page, commandId)).toEqual(['speed', 'second', 'third', 'first']);
});

test('an input of a request is added, edited, and deleted', { tag: '@long' }, async ({ page }) => {
  const commandId = await ownRequest(page, 'added');
  const panel = await openInputs(page, commandId);
  await panel.getByRole('button', { name: 'Add input' }).click();
  const adding = page.getByRole('dialog', { name: 'Add input' });
  await adding.getByRole('textbox', { name: 'Key' }).fill('query.limit');
  await expect(adding.getByText('There is already an input with this key.')).toBeVisible();
  await adding.getByRole('textbox', { name: 'Key' }).fill('query.status');
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Inputs created!')).toBeVisible();
  await panel.getByRole('button', { name: /^query\.status/ }).click();
  const input = page.getByRole('dialog', { name: 'Edit Status' });
  await expect(input.getByText('openapi::string')).toBeVisible();
  await expectAccessible(page);
  await input.getByRole('button', { name: 'Edit key and type' }).click();
  const type = page.getByRole('dialog', { name: 'Edit data type' });
  await type.getByRole('textbox', { name: 'Key' }).fill('query.state');
  await type.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'string:uuid' }).click();
  await expectAccessible(page);
  await type.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  const renamed = page.getByRole('dialog', { name: 'Edit State' });
  await expect(renamed.getByText('openapi::string:uuid')).toBeVisible();
  await renamed.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete query.state?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(panel.getByRole('button', { name: /^query\.limit/ })).toBeVisible();
  await expect.poll(() => keysOf(page, commandId)).toEqual(['query.limit']);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(field(page, 'Limit')).toBeVisible();
});

test.describe('what the source refuses', () => {
  test.use({ expectedComplaints: [/400/] });

  test('is said next to the form, and nothing is lost', { tag: '@long' }, async ({ page }) => {
    const panel = await openInputs(page, await ownRequest(page, 'refused'));
    await panel.getByRole('button', { name: 'Add input' }).click();
    const adding = page.getByRole('dialog', { name: 'Add input' });
    await adding.getByRole('textbox', { name: 'Key' }).fill('path.order');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(adding.getByText('The address has no {order} to fill in.')).toBeVisible();
    await expect(adding.getByRole('textbox', { name: 'Key' })).toHaveValue('path.order');
  });
});
