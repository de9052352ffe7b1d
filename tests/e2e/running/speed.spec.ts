import { expect, type Page } from '@playwright/test';
import { compressScripts, countScript, holdFetchingAhead } from '../../support/app/script-bytes';
import { test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { builderPath, isLive, pressRun, SANDBOX, waitForOutcome } from '../support/steps';

/** As transferred, compressed with Brotli. */
const MOST_SCRIPT_BYTES = { library: 270_000, builder: 250_000 };

/** The size of all scripts that a page loads before it is used. */
async function firstScriptBytes(page: Page, path: string, origin = ''): Promise<number> {
  await compressScripts(page, `${origin}${path}`);
  // Code that is loaded ahead, once a page has settled, is not part of its first load.
  await holdFetchingAhead(page);
  const scriptBytes = countScript(page);
  await page.goto(path, { waitUntil: 'load' });
  await isLive(page);
  return scriptBytes();
}

test('the library loads at most 270 kB of script', { tag: '@long' }, async ({ page, baseURL }) => {
  const bytes = await firstScriptBytes(page, `/${SANDBOX.slug}/commands`, baseURL);
  expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES.library);
});

// Choices, lists of values, dates, and long texts each need their own code.
for (const name of ['Find orders', 'Look up products', 'Find tickets', 'Change a ticket', 'Open a ticket']) {
  test(`the builder of “${name}” loads at most 250 kB of script`, { tag: '@long' }, async ({
    page,
    baseURL,
  }) => {
    const bytes = await firstScriptBytes(page, await builderPath(page, name), baseURL);
    expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES.builder);
  });
}

test('a wide table and a large document open at once, and scroll without a pause', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const table = `wide_${process.pid}`;
  const document = `large_${process.pid}`;
  await changeSource(`
    create function shop.${table}() returns table (${columns('c%s integer')}) language sql as
      $body$ select ${columns('i % 10 + 0 * %s')} from generate_series(1, 1000) i $body$;
    create function shop.${document}() returns json language sql as
      $body$ select json_agg(json_build_object('id', i, 'text', repeat('x', 40), 'deep', json_build_array(i, i)))
             from generate_series(1, 8500) i $body$;
    grant execute on function shop.${table}, shop.${document} to sample_runner`);
  const tableId = await addCommand(request, table);
  const documentId = await addCommand(request, document);

  await page.goto(`/${SANDBOX.slug}/builder?id=${tableId}`);
  await isLive(page);
  await pressRun(page);
  const grid = (await waitForOutcome(page, 'Success')).getByRole('grid');
  await grid.waitFor();
  // However large the table, few cells are rendered: that keeps scrolling smooth on any machine.
  expect(await grid.getByRole('gridcell').count()).toBeLessThan(1_000);
  await grid.focus();
  await page.keyboard.press('Control+ArrowDown');
  await expect(grid.locator('[aria-rowindex="1001"] [aria-colindex="1"]')).toBeVisible();
  await page.keyboard.press('End');
  await expect(grid.locator('[aria-rowindex="1001"] [aria-colindex="200"]')).toBeVisible();
  expect(await grid.getByRole('gridcell').count()).toBeLessThan(1_000);

  await page.goto(`/${SANDBOX.slug}/builder?id=${documentId}`);
  await isLive(page);
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  await card.getByRole('radiogroup').getByText('JSON').click();
  await card.getByRole('button', { name: 'Expand all' }).click();
  await expect(card.getByText('"deep"').first()).toBeVisible();
  expect(await card.locator('[aria-label="Result as JSON"] button').count()).toBeLessThan(400);
  await changeSource(`drop function shop.${table}; drop function shop.${document}`);
});

function columns(each: string): string {
  return Array.from({ length: 200 }, (_, index) => each.replace('%s', String(index + 1))).join(', ');
}
