import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';
import { type OwnWorkspace, probe, startOwnWorkspace } from './own-workspace';

let workspace: OwnWorkspace;
beforeAll(async () => {
  workspace = await startOwnWorkspace();
});
afterAll(() => workspace?.stop());

const run = (command: 'quick' | 'large') => runSync(workspace[command], {}, people.orgAdmin);

/** How large a file of this process can become: beyond it, the system refuses to write, as a full disk does. */
const limitFiles = (bytes: string) =>
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);

it('S60 a result that the disk refuses to take makes its run say so, and everything else goes on', async () => {
  expect(await run('large')).toMatchObject({ body: { status: 'success' } });
  limitFiles('300000');
  try {
    expect(await run('large')).toMatchObject({
      status: 200,
      body: {
        status: 'failed',
        // One readable error, and no internal error.
        errors: [{ message: expect.stringContaining('disk is full or read-only') }],
      },
    });
    expect(await run('quick')).toMatchObject({ body: { status: 'success', payload: { is: 'here' } } });
    expect(await probe()).toMatchObject({ status: 200 });
  } finally {
    limitFiles('unlimited');
  }
  expect(await run('large')).toMatchObject({ body: { status: 'success', errors: null } });
  expect(await workspace.query('select run_id from open_run')).toEqual([]);
});
