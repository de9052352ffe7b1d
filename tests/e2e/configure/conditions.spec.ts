import { expect } from '@playwright/test';
import { test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { field, holdRequests, isLive, SANDBOX } from '../support/steps';

test('typing goes on while the code of the input that it shows is loading', { tag: '@long' }, async ({
  page,
}) => {
  const name = `slowly_shown_${process.pid}`;
  await changeSource(`
    create or replace function shop.${name}(kind text, details jsonb default '{}') returns text
      language sql as $$ select kind || details $$;
    grant execute on function shop.${name} to sample_runner`);
  const id = await addCommand(page.request, name);
  const headers = { 'x-demo-user-id': 'demo-dana' };
  const api = `/api/v1/${SANDBOX.orgId}`;
  const { anchor_ol } = await (await page.request.get(`${api}/deep-kits-6/${id}`, { headers })).json();
  const details = anchor_ol.kit_run_schema.find(({ key }: { key: string }) => key === 'details');
  const conditions = { shown: [{ key: 'kind', test: 'is', values: ['with details'] }] };
  const changed = await page.request.patch(`${api}/kits/${id}/li-inputs/${details.lego_instance_input_id}`, {
    headers,
    data: { conditions },
  });
  expect(changed.status()).toBe(200);
  await page.goto(`/${SANDBOX.slug}/builder?id=${id}`);
  await isLive(page);
  await expect(field(page, 'Details')).toBeHidden();
  const load = await holdRequests(page, /_next\/static\/chunks/);
  await field(page, 'Kind').pressSequentially('with details and more');
  await expect(field(page, 'Kind')).toHaveValue('with details and more');
  load();
  await field(page, 'Kind').fill('with details');
  await expect(field(page, 'Details')).toBeVisible();
});
