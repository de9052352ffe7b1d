import { expect, test } from 'vitest';
import { readEnv } from '@/server/base/env';
import { workspacePrograms } from '../../scripts/starting/workspace-programs';

test('in development, web starts with flags alone that its own processes may inherit', () => {
  const [web] = workspacePrograms({
    env: readEnv({
      DATABASE_URL: 'postgres://app@127.0.0.1/app',
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    }),
    development: true,
    variables: {},
    logFolder: undefined,
  });
  const args = web?.args ?? [];
  const flags = args.slice(0, args.indexOf('node_modules/next/dist/bin/next'));
  expect(args).toContain('dev');
  expect(flags.filter((flag) => !process.allowedNodeEnvironmentFlags.has(flag.split('=')[0] ?? ''))).toEqual(
    [],
  );
});
