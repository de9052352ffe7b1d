import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
});
const packageFile = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

test('npm run sbom lists what the container holds, without a network or installed packages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-sbom-'));
  try {
    for (const file of ['package.json', 'package-lock.json', 'scripts/sbom.mjs'])
      await cp(file, join(folder, file));
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      // Whatever would be fetched goes to a port where nothing listens.
      env: {
        ...process.env,
        npm_config_registry: 'http://127.0.0.1:9',
        npm_config_cache: join(folder, 'cache'),
      },
    });
    expect(stderr.replace(/^npm warn .*$/gm, '').trim()).toBe('');
    expect(status).toBe(0);
    const { components } = bill.parse(JSON.parse(stdout));
    const listed = components.map(({ name, version }) => `${name}@${version}`);
    const { dependencies, devDependencies } = packageFile.parse(
      JSON.parse(await readFile('package.json', 'utf8')),
    );
    for (const [name, version] of Object.entries(dependencies))
      expect(listed).toContain(`${name}@${version}`);
    expect(listed).not.toContain(`vitest@${devDependencies.vitest}`);
    expect(components.every(({ purl }) => purl.startsWith('pkg:npm/'))).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});
