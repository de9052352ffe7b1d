import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesIn, textOf } from './source-files';

const IMPORT = /import \{([^}]*)\} from '@mantine\/core'/g;

describe('the component library', () => {
  it('includes the styles of every component in use', () => {
    const used = filesIn(['app', 'components'], ['.tsx']).flatMap((file) =>
      [...textOf(file).matchAll(IMPORT)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.trim()),
      ),
    );
    const styled = [...new Set(used)].filter((name) =>
      existsSync(`node_modules/@mantine/core/styles/${name}.layer.css`),
    );
    const sheet = textOf('app/mantine.css');
    expect(styled).toContain('Button');
    expect(styled.filter((name) => !sheet.includes(`/${name}.layer.css`))).toEqual([]);
  });
});
