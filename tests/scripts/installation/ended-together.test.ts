import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const address = (file: string) => JSON.stringify(pathToFileURL(resolve('scripts/building', file)).href);
const WORK = 'setInterval(() => {}, 1000)';

test.each([
  ['run-with-output.mjs', `runWithOutput('work', ['-e', work])`],
  ['run-quietly.mjs', `runQuietly('work', process.execPath, ['-e', work])`],
])('what %s runs ends with it', async (file, call) => {
  const waits = `
    const { ${call.split('(')[0]} } = await import(${address(file)});
    const work = ${JSON.stringify(WORK)};
    const over = ${call};
    console.log('began');
    await over;`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', waits], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = createInterface({ input: parent.stdout });
  await once(lines, 'line');
  parent.kill('SIGTERM');
  let refusal = '';
  parent.stderr.on('data', (part) => {
    refusal += part;
  });
  const [code] = await once(parent, 'close');
  expect(code).toBe(1);
  expect(refusal).toContain('work failed: ended by SIGTERM');
});
