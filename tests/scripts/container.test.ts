import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';

const service = z.object({
  read_only: z.boolean(),
  tmpfs: z.array(z.string()),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  mem_limit: z.string().regex(/^\d+[mg]$/),
  pids_limit: z.number().int(),
  ports: z.array(z.string()).default([]),
  privileged: z.literal(false).default(false),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
});
const { services } = z
  .object({ services: z.object({ postgres: service, pushboard: service }) })
  .parse(load(readFileSync('docker-compose.yml', 'utf8')));

describe.each(Object.entries(services))('the container of %s', (_, container) => {
  it('cannot write to its image, gain rights, or take the memory of others', () => {
    expect(container.read_only).toBe(true);
    expect(container.cap_drop).toEqual(['ALL']);
    expect(container.security_opt).toContain('no-new-privileges:true');
    expect(container.pids_limit).toBeLessThanOrEqual(512);
    // Nothing of the machine is in it: volumes have names, and no path.
    for (const volume of container.volumes) expect(volume).toMatch(/^[a-z]+:\//);
    expect(container.volumes.join()).not.toContain('docker.sock');
  });
});

test('only the database prepares its volume with rights of root', () => {
  expect(services.pushboard.cap_add).toEqual([]);
  expect(services.postgres.cap_add).not.toContain('SYS_ADMIN');
});

test('only Pushboard has a port, open to this machine alone', () => {
  expect(services.postgres.ports).toEqual([]);
  for (const port of services.pushboard.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
});

test('the secrets come from outside, and the app logs in with another role than its owner', () => {
  const { DATABASE_URL, DATABASE_OWNER_URL, ENCRYPTION_KEYS } = services.pushboard.environment;
  for (const secret of [DATABASE_URL, DATABASE_OWNER_URL, ENCRYPTION_KEYS])
    expect(secret).toMatch(/\$\{\w+:\?/);
  const roleOf = (url = '') => /^postgresql:\/\/(\w+):/.exec(url)?.[1];
  expect(roleOf(DATABASE_URL)).not.toBe(roleOf(DATABASE_OWNER_URL));
});

test('Pushboard runs as another user than root', () => {
  const steps = readFileSync('Dockerfile', 'utf8').split('\n');
  const user = steps.findLast((step) => step.startsWith('USER '));
  expect(user).toBe('USER node');
  expect(steps.findIndex((step) => step.startsWith('ENTRYPOINT '))).toBeGreaterThan(
    steps.indexOf('USER node'),
  );
});
