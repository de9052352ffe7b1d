import { releaseNamed } from '../releases';
import { testUpgradeFrom } from '../test-upgrade';

testUpgradeFrom(releaseNamed('2026-11-23'), {
  path: '/v1/sign-in',
  body: '{"user":"bea","password":"queued-password"}',
  authorization: 'Bearer recorded-bearer-token',
});
