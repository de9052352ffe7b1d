import { describe, expect, it } from 'vitest';
import type { Through } from '@/lib/access/vocabulary';
import { closureBy, closureText, issuerName, OPERATOR_ISSUER } from './sign-in-policy';

const OKTA = 'https://acme.okta.com';
const HOUR_MS = 3_600_000;
const session = (issuer: string | null): Through => ({ kind: 'session', id: 's', issuer });
const token = (issuer: string | null): Through => ({
  kind: 'token',
  id: 't',
  scope: { kind: 'read' },
  issuer,
});
const schedule: Through = { kind: 'schedule', jobId: 1, commandId: 1 };

describe('an organization that requires an issuer', () => {
  const policy = { orgId: 'a', requiredIssuer: OKTA, inactivityHours: null };
  it.each([
    [session(OKTA), true],
    [session('https://accounts.google.com'), false],
    [session(null), false],
    [session(OPERATOR_ISSUER), true],
    [token(OPERATOR_ISSUER), false],
    [token(OKTA), true],
    [token('https://accounts.google.com'), false],
    [{ kind: 'demo' } as const, false],
  ])('%o enters: %s', (through, enters) => {
    expect(closureBy(policy, { through, longestIdleMs: 0 }) === null).toBe(enters);
  });

  it('says which one, and what to do', () => {
    const closed = closureBy(policy, { through: session(null), longestIdleMs: 0 });
    expect(closed === null ? '' : closureText(closed, issuerName)).toBe(
      'This organization requires signing in with acme.okta.com. Log out, then sign in that way.',
    );
    const byToken = closureBy(policy, { through: token(null), longestIdleMs: null });
    expect(byToken === null ? '' : closureText(byToken, issuerName)).toContain(
      'this token was created under another',
    );
  });
});

describe('an organization with its own inactivity', () => {
  const policy = { orgId: 'a', requiredIssuer: null, inactivityHours: 2 };
  it.each([
    [session(OKTA), 2 * HOUR_MS, true],
    [session(OKTA), 2 * HOUR_MS + 1, false],
    [token(OKTA), null, true],
    [schedule, null, true],
  ])('%o after %s ms enters: %s', (through, longestIdleMs, enters) => {
    expect(closureBy(policy, { through, longestIdleMs }) === null).toBe(enters);
  });
});

it('names issuers by their hosts', () => {
  expect(['https://login.example.com/tenant/v2.0', 'demo', 'email'].map(issuerName)).toEqual([
    'login.example.com',
    'demo mode',
    'email',
  ]);
});
