import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type APIRequestContext, expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { isLive } from '../support/steps';

interface Called {
  isError?: boolean;
  content: { text?: string }[];
  structuredContent?: Record<string, unknown>;
}

/** A program with a token of Maria's, which calls the command that refunds an order. */
async function startProgram(request: APIRequestContext, baseURL = '') {
  const made = await request.post('/api/v1/users/me/tokens', {
    headers: { 'x-demo-user-id': people.runner },
    data: { name: 'Notebook helper', scope: 'everything', days: 1 },
  });
  const { token, token_id: tokenId } = (await made.json()) as { token: string; token_id: string };
  const client = new Client({ name: 'Notebook helper', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/api/mcp', baseURL), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  const { tools } = await client.listTools();
  const command = tools.find(({ title }) => title === 'Refund an order')?.name ?? '';
  const call = async (name: string, given: Record<string, unknown>, onprogress = () => {}) => {
    const called = (await client.callTool({ name, arguments: given }, { onprogress })) as Called;
    return { ...called, text: called.content.map(({ text = '' }) => text).join('\n') };
  };
  return {
    client,
    command,
    call,
    /** Calls the command. Returns the address for its person, and the code to go on with. */
    async ask(name: string, given: Record<string, unknown>) {
      const { structuredContent = {} } = await call(name, given);
      return { address: String(structuredContent.url), code: String(structuredContent.code) };
    },
    async end() {
      await client.close();
      await request.delete(`/api/v1/users/me/tokens/${tokenId}`, {
        headers: { 'x-demo-user-id': people.runner },
      });
    },
  };
}

/** This order doesn't exist, so the sample stays as it is. */
const REFUND = { order_id: 99999999, reason: 'Damaged in transit' };

test.describe('a person whose program wants to change data', () => {
  test.use({ as: null });

  test('S90 signs in, sees the command and its values, confirms, and the program runs it', async ({
    page,
    request,
    baseURL,
  }) => {
    const program = await startProgram(request, baseURL);
    const { address, code } = await program.ask(program.command, REFUND);
    await page.goto(address);
    await page.getByRole('button', { name: /Maria Keller/ }).click();
    await expect(page.getByRole('heading', { name: 'Confirm a run' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Refund an order' })).toBeVisible();
    await isLive(page);
    await expect(page.getByText('Notebook helper', { exact: true })).toBeVisible();
    await expect(page.getByText('99999999')).toBeVisible();
    await expect(page.getByText('Damaged in transit')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    let isHeard = () => {};
    const waiting = new Promise<void>((resolve) => {
      isHeard = resolve;
    });
    const run = program.call('confirm_run', { command: program.command, arguments: REFUND, code }, () =>
      isHeard(),
    );
    await waiting;
    await page.getByRole('button', { name: 'Confirm run' }).click();
    expect((await run).text).toContain('There is no order 99999999');
    await expect(page.getByRole('status')).toContainText('Confirmed, and started');
    await expect(page.getByRole('button', { name: 'Confirm run' })).toBeHidden();
    await expectAccessible(page);
    await program.end();
  });
});

test.describe('a signed-in person', () => {
  test.use({ as: 'runner' });

  test('S90 declines, and nothing runs', async ({ page, request, baseURL }) => {
    const program = await startProgram(request, baseURL);
    const given = { command: program.command, arguments: REFUND };
    const { address, code } = await program.ask('dry_run_command', given);
    await page.goto(address);
    await isLive(page);
    await expect(page.getByRole('button', { name: 'Confirm dry run' })).toBeVisible();
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('status')).toContainText('Declined');
    await expectAccessible(page);
    const refused = await program.call('confirm_run', { ...given, dry_run: true, code });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain('declined');
    await program.end();
  });
});

test.describe('another person', () => {
  test.use({ as: 'engineer', expectedComplaints: [/404 \(Not Found\)/] });

  test('S90 finds nothing at the address', async ({ page, request, baseURL }) => {
    const program = await startProgram(request, baseURL);
    const { address } = await program.ask(program.command, REFUND);
    await page.goto(address);
    await expect(page.getByText('There is nothing to confirm here for Jonas')).toBeVisible();
    await expect(page.getByText('Refund')).toBeHidden();
    await expectAccessible(page);
    await program.end();
  });
});
