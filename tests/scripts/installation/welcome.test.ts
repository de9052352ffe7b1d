import { expect, it } from 'vitest';
import { misspelledVariables } from '@/scripts/operator/misspelled-variables';
import { welcome } from '@/scripts/welcome';
import { readEnv } from '@/server/base/env';

const env = readEnv({
  NODE_ENV: 'production',
  AUTH_MODE: 'hosted',
  DATABASE_URL: 'postgresql://pushboard@127.0.0.1/pushboard',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'pushboard@example.com',
});

it('the last lines of a start say how people sign in, and how to make a link where none leaves', () => {
  expect(welcome(env, false, { hasAdmin: true, isHeld: false }, [])).toContain('Sign-in: by emailed links\n');
  const held = welcome(env, false, { hasAdmin: true, isHeld: true }, []);
  expect(held).not.toContain('by emailed links');
  expect(held).toContain(
    '  Sign-in: this copy is held and sends no mail. To make a link:\n  npm run admin -- sign-in you@example.com\n',
  );
});

it('the last lines of a start repeat what is wrong with the names of variables', () => {
  const advice = misspelledVariables({ METRIC_TOKEN: 'x' });
  expect(welcome(env, false, { hasAdmin: true, isHeld: false }, advice)).toContain(
    '\n  METRIC_TOKEN is not a variable of Pushboard. Did you mean METRICS_TOKEN?\n',
  );
});
