import { beforeAll, test } from 'vitest';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { paths } from '@/lib/base/paths';
import { MASKED } from '@/lib/base/secret-mark';
import { prisma } from '@/server/base/database/prisma';
import { withWorker } from '../../support/app/worker';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource } from '../support/source';

withSandbox();
withWorker();

let command = 0;
let template = 0;
beforeAll(async () => {
  await changeSource(`
    create or replace function shop.two_rows() returns table (n integer) language sql as 'values (4711), (4712)';
    grant execute on function shop.two_rows to sample_runner`);
  command = await addCommand('two_rows');
  template = (await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${command}`)).anchor_ol.ol_id;
});

async function ended(more: object = {}): Promise<number> {
  const { run_id: runId } = await call<{ run_id: number }>('POST', '/run-sync', {
    kitId: command,
    olId: template,
    params: {},
  });
  await prisma().run.update({ where: { runId }, data: more });
  return runId;
}

async function deleted(more: object = {}): Promise<number> {
  const runId = await ended(more);
  await call('DELETE', `/kits/${command}/runs/${runId}/result`);
  return runId;
}

/** For good, so it comes last: a mask stays on the runs of its time. */
async function masked(): Promise<number> {
  await call('PATCH', `/kits/${command}`, { maskedOutputs: [{ kind: 'column', path: 'n' }] });
  return ended();
}

const error = { code: null, detail: null, hint: null, where: null, severity: null };
const FAILED = { status: 'failed', endReason: 'error', errors: [{ ...error, message: 'The disk is full' }] };
const CANCELED = {
  status: 'failed',
  endReason: 'cancelled',
  errors: [{ ...error, message: 'The run was canceled.', hint: 'It had not begun, so nothing was changed.' }],
};
const GONE =
  /The result of this run was deleted by Dana Lee on .*\. Its log and errors were deleted with it\./;

interface Seen {
  /** What the card and the panel of the history show. */
  says: string | RegExp;
  hasRows: boolean;
  isMasked?: boolean;
  /** Whether they offer it as a file. */
  isOffered: boolean;
}

const states: [state: string, make: () => Promise<number>, seen: Seen][] = [
  ['whole', () => ended(), { says: '4711', hasRows: true, isOffered: true }],
  [
    'failed with the rows that had arrived',
    () => ended(FAILED),
    { says: 'This is what had arrived before.', hasRows: true, isOffered: true },
  ],
  [
    'canceled before it had begun, and deleted',
    () => deleted(CANCELED),
    { says: GONE, hasRows: false, isOffered: false },
  ],
  ['deleted', () => deleted(), { says: GONE, hasRows: false, isOffered: false }],
  ['failed and deleted', () => deleted(FAILED), { says: GONE, hasRows: false, isOffered: false }],
  ['masked', masked, { says: MASKED, hasRows: true, isMasked: true, isOffered: true }],
];

test.each(states)(
  'what is there is shown alike on its card and in the history: %s',
  async (_, make, seen) => {
    const runId = await make();
    const whole = await ended();

    await page.goto(`${builderPath(command)}#run-${runId}`);
    const card = page.getByRole('region', { name: 'Results' }).getByRole('article').first();
    await expect(card).toContainText(seen.says);
    await expect(card.getByText('4712')).toHaveCount(seen.hasRows && !seen.isMasked ? 1 : 0);
    await expect(card.getByRole('button', { name: /^Download/ })).toHaveCount(seen.isOffered ? 1 : 0);

    await page.goto(`${paths.history(SANDBOX.slug)}?panel=${panelAddress({ kind: 'run', runId })}`);
    const panel = page.getByRole('dialog');
    await expect(panel).toContainText(seen.says);
    await expect(panel.getByText('4712')).toHaveCount(seen.hasRows && !seen.isMasked ? 1 : 0);

    await page.goto(paths.compareRuns(SANDBOX.slug, runId, whole));
    const main = page.getByRole('main');
    await expect(main).toContainText(
      seen.hasRows ? /same|equal|identical/i : /^.*A: The result of this run was deleted by Dana Lee on .*$/s,
    );
  },
);
