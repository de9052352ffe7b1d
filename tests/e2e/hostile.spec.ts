import { expect } from '@playwright/test';
import { expectAccessible, test } from './support/journey';
import { addCommand, changeSource } from './support/sample-source';
import { field, pressRun, resultCards, SANDBOX, waitForOutcome } from './support/steps';

const HTML = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
const LINK = `[press](javascript:window.hacked=1) <svg onload="window.hacked=1"></svg>`;
/** A unique name, since all journeys share one database. */
const name = `hostile_${process.pid}`;

test.beforeAll(async () => {
  await changeSource(`
    create function shop.${name}("${HTML.replaceAll('"', '""').slice(0, 63)}" text, mode text)
    returns table ("<b onmouseover=hacked>" text, "__proto__" text, "constructor" jsonb, "&lt;s&gt;" text)
    language plpgsql as $body$
    begin
      raise notice '%', $html$${HTML}$html$;
      if mode = 'fail' then
        raise exception '%', $html$${HTML}$html$ using hint = $html$${LINK}$html$, detail = $html$${HTML}$html$;
      end if;
      return query select $html$${HTML}$html$, 'proto', '{"__proto__": "<i>x</i>", "${'<u>'}": 1}'::jsonb, '';
    end $body$;
    comment on function shop.${name} is $html$${HTML} ${LINK} **bold**$html$;
    grant execute on function shop.${name} to sample_runner`);
});

test.afterAll(async () => {
  await changeSource(`drop function shop.${name}`);
});

test('S48 S51 text from a source is text everywhere: names, forms, cells, columns, logs, errors', async ({
  page,
  request,
}) => {
  const commandId = await addCommand(request, name);
  const requested: string[] = [];
  page.on('request', (each) => requested.push(each.url()));
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await expect(page.getByText('bold', { exact: true })).toBeVisible();
  await expect(page.locator('main a[href^="javascript"]')).toHaveCount(0);
  await page.getByRole('region', { name: 'Inputs' }).locator('textarea').first().fill(HTML);
  await field(page, 'Mode').fill('rows');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  await expect(card.getByRole('gridcell', { name: HTML })).toBeVisible();
  await expect(card.getByRole('columnheader', { name: '__proto__' })).toBeVisible();
  await expect(card.getByRole('columnheader', { name: '&lt;s&gt;' })).toBeVisible();
  await expectAccessible(page, '[aria-label="Results"]');
  await card.getByText('Log', { exact: true }).click();
  await expect(card.getByRole('log')).toContainText(HTML);
  await field(page, 'Mode').fill('fail');
  await pressRun(page);
  const failed = await waitForOutcome(page, 'Failed');
  await expect(failed.getByText(LINK)).toBeVisible();
  await expect(failed.getByText(HTML).first()).toBeVisible();
  await expect(resultCards(page)).toHaveCount(2);

  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.getByRole('link', { name }).waitFor();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(requested.filter((url) => /\/x$/.test(new URL(url).pathname))).toEqual([]);
});

test('S48 text from an address is text too', async ({ page }) => {
  await page.goto(`/sandbox/commands?q=${encodeURIComponent(HTML)}&panel=${encodeURIComponent(HTML)}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.goto(`/orgs?foreign=${encodeURIComponent(HTML)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});
