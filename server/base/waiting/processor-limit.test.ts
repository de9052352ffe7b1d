import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

it('ends a process that computes for too long, also without a pause', async () => {
  const program = `
    import { limitProcessorTime } from './server/base/waiting/processor-limit.ts';
    limitProcessorTime()(300);
    // Its thread has started once the process has had a turn.
    setTimeout(() => { for (;;); }, 0);
  `;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});
