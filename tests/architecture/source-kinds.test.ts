import { expect, test } from 'vitest';
import { allConnectors } from '@/server/connectors/registry';
import { filesIn, textOf } from './source-files';

const sources = filesIn(['app', 'cli', 'components', 'jobs', 'lib', 'server'], ['.ts', '.tsx']);

/**
 * Where the name of a kind may appear: its folder, its icon, and the type system that happens to have the same name.
 */
const itsOwn = (kind: string) =>
  new RegExp(
    // The documents' type of a connection has the name of its kind where there is only one of that type.
    `^(server/connectors/(${kind}/|types\\.ts$)|lib/contract/sources/credentials\\.ts$|components/connect/connect-panel\\.tsx$|components/connect/edit-connection-panel\\.tsx$|components/credentials/credential-tables\\.ts$|components/command/source-icon\\.tsx$|lib/type-systems/${kind}|components/input-form/gallery/sample-input\\.ts$)`,
  );

test.each(allConnectors().map(({ kind }) => kind))('%s is named in its own folder alone', (kind) => {
  const name = new RegExp(`['"\`]${kind}['"\`]`);
  const elsewhere = sources.filter(
    (file) => !itsOwn(kind).test(file) && !file.endsWith('.test.ts') && name.test(textOf(file)),
  );
  expect(elsewhere).toEqual([]);
});

test('code calls type systems, and never compares their names', () => {
  const branches = sources.filter((file) => /typeSystem\s*[!=]==?\s*['"]/.test(textOf(file)));
  expect(branches).toEqual([]);
});
