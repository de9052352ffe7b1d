import type { Page } from '@playwright/test';
import { withClient } from '@/scripts/postgres/connect';
import { ADMIN, callApp, commitRoutine, connectSource, SANDBOX } from '../support/doubles/remote-app';
import { startBenchApp } from './support/bench-app';
import { inBrowser } from './support/bench-browser';
import { framesInWords, framesWhile } from './support/frames';

const INPUTS = 200;
const OPTIONS = 50_000;
const BUTTONS = 100;
const REVISIONS = 500;
const TYPED = 'the quick brown fox';

/** What a function of Postgres can have; the other inputs are added afterward. */
const MOST_ARGUMENTS = 100;

const names = Array.from({ length: MOST_ARGUMENTS }, (_, index) => `input_${index}`);

const SOURCE = `
  create function many(${names.map((name) => `${name} text default ''`).join()}) returns text language sql as
    $$ select 'done' $$;
  create function codes() returns table (code text, label text) language sql as
    $$ select 'c' || i, 'Country number ' || i from generate_series(1, ${OPTIONS}) i $$;
  create function chosen(code text, note text default '') returns text language sql as $$ select code $$;
  create function orders() returns table (order_id integer, note text) language sql as
    $$ select i, 'Order ' || i from generate_series(1, 1000) i $$;
  create function refund(order_id integer) returns integer language sql as $$ select order_id $$`;

interface Made {
  kitId: number;
  olId: number;
}

/** Whether typing stays immediate on the largest forms, tables and panels that engineers make: no task over 50 ms of processor time. */
export async function benchConfigure(): Promise<void> {
  const checkout = process.env.BENCH_AGAINST;
  const app = await startBenchApp(SOURCE, checkout === undefined ? {} : { checkout });
  try {
    const credsId = await connectSource(app.origin, app.sourceUrl);
    const make = (signature: string): Promise<Made> =>
      commitRoutine(app.origin, credsId, `public.${signature}`);
    const many = await make(`many(${names.map(() => 'text').join(', ')})`);
    const codes = await make('codes()');
    const chosen = await make('chosen(text, text)');
    const orders = await make('orders()');
    const refund = await make('refund(integer)');
    for (const { kitId, olId } of [codes, orders]) {
      await callApp(app.origin, 'POST', `/${SANDBOX}/run-sync`, { olId, kitId, params: {} });
    }
    await withClient(app.databaseUrl, async (client) => {
      await client.query(linkOptions(codes, chosen));
      await client.query(addButtons(orders, refund));
      await client.query(addInputs(many));
      await client.query(addRevisions(many));
    });
    const path = ({ kitId }: Made, more = '') => `${app.origin}/sandbox/builder?id=${kitId}${more}`;
    await inBrowser(app, ADMIN, async (page) => {
      await typeInForm(page, path(many));
      await typeInConfigure(page, path(many, `&panel=configure:${many.kitId}`));
      await typeInDropdown(page, path(chosen));
      await openButtons(page, path(orders));
      await openRevisions(page, path(many, `&panel=configure:${many.kitId}&configure-tab=changelog`));
    });
  } finally {
    await app.stop();
  }
}

const linkOptions = (codes: Made, chosen: Made): string => `
  with made as (
    insert into dropdown (org_id, name, kind, values, sender_command_id, value_column_id, display_column_id,
      cache_interval, created_by_user_id)
    select org_id, 'Codes', 'command_output', '{}', command_id,
      min(output_column_id) filter (where path = 'code'), min(output_column_id) filter (where path = 'label'),
      'daily', '${ADMIN}'
    from output_column where command_id = ${codes.kitId} group by org_id, command_id
    returning dropdown_id)
  update command_input i set dropdown_id = made.dropdown_id, dropdown_linked_by = '${ADMIN}'
  from made, template_input ti
  where i.command_id = ${chosen.kitId} and ti.template_input_id = i.template_input_id and ti.key = 'code'`;

const addButtons = (orders: Made, refund: Made): string => `
  with made as (
    insert into decoration (org_id, command_id, kind, name, target_command_id, result_set, created_by_user_id)
    select org_id, command_id, 'row', 'Refund ' || n, ${refund.kitId}, 0, '${ADMIN}'
    from command cross join generate_series(1, ${BUTTONS}) n where command_id = ${orders.kitId}
    returning org_id, decoration_id)
  insert into decoration_map (org_id, decoration_id, output_column_id, input_id)
  select made.org_id, made.decoration_id, o.output_column_id, i.input_id
  from made, output_column o, command_input i
  where o.command_id = ${orders.kitId} and o.path = 'order_id' and i.command_id = ${refund.kitId}`;

/** More inputs like the first one. */
const addInputs = ({ kitId, olId }: Made): string => `
  with made as (
    insert into template_input (org_id, template_id, key, position, type, default_ambiguous_input)
    select org_id, template_id, 'input_' || n, n, type, default_ambiguous_input
    from template_input cross join generate_series(${MOST_ARGUMENTS}, ${INPUTS - 1}) n
    where template_id = ${olId} and key = 'input_0'
    returning org_id, template_input_id, position)
  insert into command_input (org_id, command_id, template_input_id, position, default_ambiguous_input)
  select org_id, ${kitId}, template_input_id, position, 'omit' from made`;

/** Each differs from the one before it. */
const addRevisions = (many: Made): string => `
  insert into command_revision (org_id, command_id, version, change_type, changed_by_user_id, content)
  select r.org_id, r.command_id, n, 'user_update', '${ADMIN}',
    jsonb_set(r.content, '{settings,description}', to_jsonb('Description ' || n))
  from (select c.org_id, c.command_id, jsonb_build_object('settings', '{}'::jsonb, 'headers', '[]'::jsonb,
      'inputs', (select jsonb_agg(jsonb_build_object('key', ti.key, 'typeId', 'text', 'note', 'Note') order by i.position)
        from command_input i join template_input ti on ti.template_input_id = i.template_input_id
        where i.command_id = c.command_id)) as content
    from command c where c.command_id = ${many.kitId}) r
  cross join generate_series(2, ${REVISIONS + 1}) n;
  update command set version = ${REVISIONS + 2} where command_id = ${many.kitId}`;

async function report(page: Page, what: string, work: () => Promise<unknown>): Promise<void> {
  console.log(`${what}: ${framesInWords(await framesWhile(page, work))}`);
}

async function settle(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState('networkidle');
}

async function typeInForm(page: Page, url: string): Promise<void> {
  await settle(page, url);
  const field = page.getByLabel('Input 100', { exact: true });
  await field.click();
  await report(page, `Typing in a form of ${INPUTS} inputs`, () => page.keyboard.type(TYPED));
}

async function typeInConfigure(page: Page, url: string): Promise<void> {
  await settle(page, url);
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByRole('textbox', { name: 'Running message' }).click();
  await report(page, `Typing in the settings of a command of ${INPUTS} inputs`, () =>
    page.keyboard.type(TYPED),
  );
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel
    .getByRole('button', { name: /^input_100\b/i })
    .first()
    .click();
  const input = page.getByRole('dialog', { name: /^Edit / });
  await input.getByRole('textbox', { name: 'Note' }).click();
  await report(page, `Typing in one of ${INPUTS} inputs, with a preview of the form`, () =>
    page.keyboard.type(TYPED),
  );
}

async function typeInDropdown(page: Page, url: string): Promise<void> {
  await settle(page, url);
  const field = page.getByRole('combobox', { name: 'Code' });
  await field.click();
  await page.getByRole('option').first().waitFor();
  await report(page, `Searching in ${OPTIONS} options`, async () => {
    await page.keyboard.type('number 4999');
    await page.getByRole('option', { name: 'Country number 49999' }).waitFor();
  });
}

// What is looked for while a task is measured is named by a selector of CSS: to find roles and names in a large page takes
// longer, and takes it from the page’s own thread.

async function openButtons(page: Page, url: string): Promise<void> {
  await settle(page, url);
  const run = await page.getByRole('button', { name: 'Run', exact: true }).elementHandle();
  const actions = page.locator('button[aria-label="Actions for row 1"]');
  await report(page, `A table with ${BUTTONS} buttons on each row, opened`, async () => {
    await run?.click();
    await actions.waitFor();
  });
  await report(page, `The menu of a row with ${BUTTONS} buttons, opened`, async () => {
    await actions.click();
    await page
      .locator('[role=menuitem]')
      .nth(BUTTONS - 1)
      .waitFor();
  });
}

async function openRevisions(page: Page, url: string): Promise<void> {
  await settle(page, url);
  const older = page.locator('[role=dialog] button[aria-label="Older changes"]');
  const first = page.locator('ol[aria-label=Changes] > li').first();
  await report(page, `The change log of ${REVISIONS} revisions, read to its end`, async () => {
    while (await older.isEnabled()) {
      const shown = await first.textContent();
      await older.click();
      await first.filter({ hasNotText: shown ?? '' }).waitFor();
    }
  });
  // The last page has the addition of the command, which is no revision.
  await page.locator('[role=dialog] button[aria-label="Newer changes"]').click();
  await page.locator('button[aria-label^="View revision "]').first().waitFor();
  await report(page, `A revision of ${INPUTS} inputs, opened`, async () => {
    await page.locator('button[aria-label^="View revision "]').first().click();
    await page.locator(`section[aria-label="Input input_${INPUTS - 1}"]`).waitFor();
  });
  const compareWith = await page.getByRole('combobox', { name: 'Compare with' }).elementHandle();
  await report(page, 'Two revisions, compared', async () => {
    await compareWith?.fill('Revision 400');
    await page.locator('[role=option]', { hasText: 'Revision 400' }).click();
    await page.locator('table[aria-label=Differences] td', { hasText: 'Description 400' }).waitFor();
  });
}
