import { expect, type Locator, type Page } from '@playwright/test';
import { withAppDatabase } from '../support/app-database';
import { expectAccessible, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { field, isLive, pressRun, resultCards, SANDBOX } from '../support/steps';

// Dropdowns have no owner among the commands that a journey adds, so they are taken back here.
test.afterEach(async () => {
  await withAppDatabase(async (client) => {
    await client.query('update command_input set dropdown_id = null, dropdown_linked_by = null');
    await client.query('delete from dropdown');
  });
});

async function openInput(page: Page, commandId: number, key: string): Promise<Locator> {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await page.getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel.getByRole('button', { name: new RegExp(`^${key}`) }).click();
  return page.getByRole('dialog', { name: `Edit ${key}` });
}

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
