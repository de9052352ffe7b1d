import statement from 'sql-template-tag';
import { expect, test } from 'vitest';
import { commandRoles, grantsByCommand } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';

test('a person or organization that would be another row within the statement is refused', () => {
  const org = statement`o.org_id`;
  expect(() => grantsByCommand(statement`m.user_id`, org)).toThrow('m.user_id means another row');
  expect(() => grantsByCommand(statement`u.user_id`, statement`c.org_id`)).toThrow(
    'c.org_id means another row',
  );
  expect(() => commandRoles(anyone(statement`m.user_id`), org)).toThrow('m.user_id means another row');
  expect(() => grantsByCommand(statement`u.user_id`, org)).not.toThrow();
});
