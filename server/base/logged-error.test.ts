import { expect, it } from 'vitest';
import { loggedError } from './logged-error';

it('an error is logged with what happened and its causes, without what it carries', () => {
  const cause = Object.assign(new Error('refused'), { configured: { clientSecret: 'cause-secret' } });
  const error = Object.assign(new TypeError('not signed in', { cause }), {
    code: '23505',
    table: 'person',
    detail: 'Key (email)=(ada@example.com) already exists.',
    configured: { clientSecret: 'own-secret' },
    headers: { authorization: 'Bearer x' },
  });
  const logged = loggedError(error);
  expect(logged).toMatchObject({
    type: 'TypeError',
    message: 'not signed in: refused',
    code: '23505',
    table: 'person',
  });
  expect(JSON.stringify(logged)).toContain('caused by: Error: refused');
  expect(JSON.stringify(logged)).not.toMatch(/secret|ada@|Bearer/);
});

it('each of several errors is logged in the same way', () => {
  const one = Object.assign(new Error('one'), { password: 'p1' });
  const logged = loggedError(new AggregateError([one, 'two'], 'both failed'));
  expect(logged).toMatchObject({ message: 'both failed', aggregateErrors: [{ message: 'one' }, 'two'] });
  expect(JSON.stringify(logged)).not.toContain('p1');
});
