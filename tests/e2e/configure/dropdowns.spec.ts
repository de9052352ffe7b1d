import { expect, type Locator, type Page } from '@playwright/test';
import { withAppDatabase } from '../support/app-database';
import { expectAccessible, test } from '../support/journey';
import { people } from '../support/people';
import { addCommand, changeSource } from '../support/sample-source';
import { field, isLive, pressRun, resultCards, SANDBOX } from '../support/steps';

// Dropdowns have no owner among the commands that a journey adds, so they are taken back here.
test.afterEach(async () => {
  await withAppDatabase(async (client) => {
    await client.query('update command_input set dropdown_id = null, dropdown_linked_by = null');
    await client.query('delete from dropdown');
  });
});

/** A command with a text and a list of texts, of a routine that no other journey uses. */
async function ownCommand(page: Page, suffix: string): Promise<number> {
  const name = `chosen_${suffix}_${process.pid}`;
  await changeSource(`
    create or replace function shop.${name}(country text, tags text[] default '{}') returns text
      language sql as 'select country';
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(page.request, name);
}

async function openInput(page: Page, commandId: number, key: string): Promise<Locator> {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await page.getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel.getByRole('button', { name: new RegExp(`^${key}`) }).click();
  return page.getByRole('dialog', { name: `Edit ${key}` });
}

test('an input gets a dropdown with hardcoded values, which is shared, changed, and unlinked', {
  tag: '@long',
}, async ({ page }) => {
  const commandId = await ownCommand(page, 'hardcoded');
  const input = await openInput(page, commandId, 'country');
  await input.getByRole('button', { name: 'Add dropdown' }).click();
  await page.getByRole('menuitem', { name: 'An existing dropdown' }).click();
  const choose = page.getByRole('dialog', { name: 'Add dropdown' });
  await expect(choose.getByRole('cell', { name: 'Categories', exact: true })).toBeVisible();
  await expectAccessible(page);
  await choose.getByRole('button', { name: 'New dropdown' }).click();
  await page.getByRole('menuitem', { name: 'Hardcoded values' }).click();

  const values = page.getByRole('dialog', { name: 'Hardcoded values' });
  await values.getByRole('button', { name: 'Save' }).click();
  await expect(values.getByText('You must fill out "Name"')).toBeVisible();
  await expect(values.getByText('Error: no enum options provided')).toBeVisible();
  await values.getByRole('textbox', { name: 'Name' }).fill('Countries');
  await values.getByRole('textbox', { name: 'Values' }).fill('DE\nnew_zealand\n\nDE\n');
  await expectAccessible(page);
  await values.getByRole('button', { name: 'Save' }).click();
  await expect(input.getByText('Countries')).toBeVisible();

  // The list of texts shares it.
  await input.getByRole('button', { name: 'Back to the previous panel' }).click();
  await page
    .getByRole('dialog', { name: /^Configure / })
    .getByRole('button', { name: /^tags/ })
    .click();
  const tags = page.getByRole('dialog', { name: 'Edit tags' });
  await tags.getByRole('button', { name: 'Add dropdown' }).click();
  await page.getByRole('menuitem', { name: 'An existing dropdown' }).click();
  await choose.getByRole('button', { name: 'Save' }).click();
  await expect(choose.getByText('Error: No command selected')).toBeVisible();
  await choose.getByPlaceholder('Command name, parameter, folder').fill('country');
  await expect(choose.getByRole('cell', { name: '[ Hardcoded ]', exact: true })).toBeVisible();
  await choose.getByRole('cell', { name: 'Countries', exact: true }).click();
  await choose.getByRole('button', { name: 'Save' }).click();
  await expect(tags.getByText('Countries')).toBeVisible();
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await field(page, 'Country').click();
  await expect(page.getByRole('option')).toHaveText(['DE', 'new_zealand']);
  await page.getByRole('option', { name: 'DE' }).click();
  await pressRun(page);
  await expect(resultCards(page).first()).toContainText('DE');

  // Everyone's list of dropdowns, for admins.
  await page.goto(`/${SANDBOX.slug}/dropdowns`);
  await isLive(page);
  const row = page.getByRole('row', { name: /Countries/ });
  await expect(row).toContainText('[ Hardcoded ]');
  await expect(row).toContainText('country');
  await expect(row).toContainText('tags');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Countries' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Countries' });
  await edit.getByRole('textbox', { name: 'Values' }).fill('DE\nAT');
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

  const again = await openInput(page, commandId, 'country');
  await again.getByRole('button', { name: 'Edit dropdown' }).click();
  await expect(edit.getByRole('textbox', { name: 'Values' })).toHaveValue('DE\nAT');
  await edit.getByRole('button', { name: 'Switch / create' }).click();
  const change = page.getByRole('dialog', { name: 'Switch dropdown' });
  await change.getByRole('cell', { name: 'Countries', exact: true }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText("Already selected. Clink 'Unlink' button to remove.")).toBeVisible();
  await change.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
});

test.describe('with a value that is refused', () => {
  test.use({ expectedComplaints: [/status of 400 .*run-async-ii/] });

  test('an input gets options from a command, which depend on the form and are searched among thousands', async ({
    page,
  }) => {
    const suffix = process.pid;
    await changeSource(`
    create or replace function shop.cities_${suffix}(country text default 'DE') returns table (code text, city text)
      language sql stable as $$ select country || n, 'City ' || n || ' of ' || country from generate_series(1, 50000) n $$;
    grant execute on function shop.cities_${suffix} to sample_runner;
    create or replace function shop.visit_${suffix}(country text, city text) returns text
      language sql as 'select city';
    grant execute on function shop.visit_${suffix} to sample_runner`);
    await addCommand(page.request, `cities_${suffix}`);
    const commandId = await addCommand(page.request, `visit_${suffix}`);

    const input = await openInput(page, commandId, 'city');
    await input.getByRole('button', { name: 'Add dropdown' }).click();
    await page.getByRole('menuitem', { name: 'From a command' }).click();
    const panel = page.getByRole('dialog', { name: 'From command output' });
    // Nothing has run yet: the columns are those that the source declares.
    const from = panel.getByRole('region', { name: 'Options from' });
    // The form stays next to the panels.
    const preview = page.getByRole('region', { name: 'Preview of the form' });
    await expect(preview.getByText(/^City/)).toBeVisible();
    await expect(from).toContainText(`cities_${suffix}`);
    await from.getByRole('button', { name: 'Choose another command' }).click();
    await from.getByLabel('Search commands').fill(`cities_${suffix}`);
    await expectAccessible(page);
    await from.getByRole('button', { name: `cities_${suffix}`, exact: true }).click();
    await panel.getByRole('combobox', { name: 'Value' }).click();
    await page.getByRole('option', { name: 'code' }).click();
    const now = panel.getByRole('region', { name: 'Options now' });
    await expect(now).toContainText('50,000 options');
    await expect(now).toContainText('City 1 of DE');
    await panel.getByRole('radio', { name: 'For a day' }).check();
    await panel.getByRole('textbox', { name: 'Name' }).fill('Cities');
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(input.getByText('Cities')).toBeVisible();
    await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
    await isLive(page);
    await field(page, 'Country').fill('FR');
    const city = field(page, 'City');
    await expect(city).toBeEnabled();
    await expectAccessible(page);
    await city.click();
    await expect(page.getByRole('option').first()).toHaveText('City 1 of FR');
    await expectLittleComputing(page, async () => {
      await city.pressSequentially('city 4999');
      await expect(page.getByRole('option').first()).toHaveText('City 4999 of FR');
    });
    await page.getByRole('option', { name: 'City 49999 of FR' }).click();
    await pressRun(page);
    await expect(resultCards(page).first()).toContainText('FR49999');

    // Another country has other cities, so the chosen one can't be sent.
    await field(page, 'Country').fill('IT');
    await expect(page.getByText('“FR49999” is not among the options.')).toBeVisible();
    await pressRun(page);
    await expect(page.getByText('"FR49999" is not an option of its dropdown').first()).toBeVisible();
  });
});

test.describe('while another person changes the same dropdown', () => {
  test.use({ expectedComplaints: [/409/] });

  test('what was typed is refused, and stays', { tag: '@long' }, async ({ page }) => {
    const address = `/api/v1/${SANDBOX.orgId}/dropdowns`;
    const headers = { 'x-demo-user-id': people.admin };
    const data = { name: 'Sizes', enum: ['S', 'M'] };
    const created = await page.request.post(address, { headers, data });
    const { dropdown_id: id } = await created.json();
    await page.goto(`/${SANDBOX.slug}/dropdowns`);
    await isLive(page);
    await page.getByRole('button', { name: 'Sizes' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Sizes' });
    await edit.getByRole('textbox', { name: 'Name' }).fill('Sizes of shirts');
    const values = ['S', 'M', 'L'];
    const other = await page.request.patch(`${address}/${id}`, { headers, data: { enum: values } });
    expect(other.ok(), await other.text()).toBe(true);
    // The second time, the change has been read again.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const refused = page.waitForResponse((response) => response.status() === 409);
      const read = page.waitForResponse(
        (response) => response.request().method() === 'GET' && response.url().includes('/dropdowns'),
      );
      await edit.getByRole('button', { name: 'Save' }).click();
      await refused;
      await read;
      await expect(edit.getByText('Someone else has changed this in the meantime.')).toBeVisible();
      await expect(edit.getByRole('textbox', { name: 'Name' })).toHaveValue('Sizes of shirts');
    }
    const now = await (await page.request.get(address, { headers })).json();
    expect(now).toMatchObject([{ name: 'Sizes', enum: values }]);
    await edit.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Sizes' }).click();
    await expect(edit.getByRole('textbox', { name: 'Values' })).toHaveValue('S\nM\nL');
  });
});

/**
 * Fails if the page computes for long while something is done in it: a list of thousands would take seconds for each key.
 * Of the time of its own thread, since other things that the machine does meanwhile make everything else take longer.
 */
async function expectLittleComputing(page: Page, work: () => Promise<void>): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const seconds = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await seconds();
  await work();
  // A list of thousands takes seconds for each key of several; a slow processor takes a few times as long as a fast one.
  expect((await seconds()) - before).toBeLessThan(4);
}
