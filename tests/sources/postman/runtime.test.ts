import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparable, type SentRequest, untouchedRequests } from './untouched';

const run = promisify(execFile);
const here = 'tests/sources/postman';
const samples = 'tests/samples/postman';

let folder: string;

/** Postman's own runtime is only for this test, so its packages are installed in a folder of their own. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushboard-postman-'));
  await cp(`${here}/runtime`, folder, { recursive: true });
  await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sentByPostman(file: string): Promise<(SentRequest | null)[]> {
  const { stdout } = await run('node', ['record.mjs', join(process.cwd(), file)], { cwd: folder });
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const { name, sent } = JSON.parse(line) as { name: string; sent: SentRequest | null };
      if (sent === null) return null;
      return comparable({ ...sent, name, body: Buffer.from(sent.body ?? '', 'base64').toString('utf8') });
    });
}

test('what is recorded of our own collection is what Postman sends', async () => {
  const sent = await sentByPostman(`${here}/requests.postman.json`);
  if (process.env.RECORD_POSTMAN === '1')
    await writeFile(`${here}/as-sent.json`, `${JSON.stringify(sent, null, 2)}\n`);
  expect(sent).toEqual(JSON.parse(await readFile(`${here}/as-sent.json`, 'utf8')));
});

test.each(['adyen-capital-v1', 'multi-level-folders-v2.0', 'wise-activity-v2.1'])(
  'each request of %s sends what Postman sends, to the byte, if nobody touches it',
  async (name) => {
    const file = `${samples}/${name}.json`;
    const own = untouchedRequests(await readFile(file, 'utf8')).map(comparable);
    expect(own).toEqual(await sentByPostman(file));
  },
);
