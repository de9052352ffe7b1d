import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
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

const folders = ['app', 'components'];
const code = filesIn(folders, ['.ts', '.tsx']);
const sheets = filesIn(folders, ['.module.css']);

const resolved = (from: string, path: string): string =>
  path.startsWith('@/') ? path.slice(2) : normalize(join(dirname(from), path));

const withoutComments = (css: string): string => css.replace(/\/\*.*?\*\//gs, '');

/** A part of a selector that names what other people's code makes. */
const GLOBAL = /:global\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/** The classes that a sheet has rules for. */
function classesOf(sheet: string): Set<string> {
  const selectors = withoutComments(textOf(sheet))
    .replace(GLOBAL, '')
    .matchAll(/([^{};]*)\{/g);
  const names = [...selectors].flatMap(([, text = '']) => [...text.matchAll(/\.([A-Za-z][\w-]*)/g)]);
  return new Set(names.map(([, name = '']) => name));
}

interface Use {
  sheet: string;
  by: string;
  /** Null where a file may use any class: it passes the sheet on, or computes the name. */
  name: string | null;
}

const usesInCode: Use[] = code.flatMap((file) => {
  const text = textOf(file);
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
    ([line, as = '', path = '']) => {
      const sheet = resolved(file, path);
      const rest = text.replace(line, '');
      return [
        ...rest.matchAll(
          new RegExp(`(?<![\\w.'"/-])${as}\\b(?:\\.(\\w+)|\\['(\\w+)'\\])?(?!\\s*[=:]|\\w|-)`, 'g'),
        ),
      ].map(([, plain, quoted]) => ({ sheet, by: file, name: plain ?? quoted ?? null }));
    },
  );
});

const usesInSheets: Use[] = sheets.flatMap((file) =>
  [...withoutComments(textOf(file)).matchAll(/composes:\s*([^;]+?)(?:\s+from\s+"([^"]+)")?;/g)].flatMap(
    ([, names = '', path]) =>
      names.split(/\s+/).map((name) => ({
        sheet: path === undefined ? file : resolved(file, path),
        by: file,
        name,
      })),
  ),
);

/** The properties that the rules for a class alone set. */
function propertiesOf(sheet: string, name: string): string[] {
  const rules = withoutComments(textOf(sheet)).matchAll(/^\.([\w-]+) \{([^}]*)\}/gm);
  return [...rules]
    .filter(([, of]) => of === name)
    .flatMap(([, , body = '']) => [...body.matchAll(/([\w-]+):/g)].map(([, property = '']) => property));
}

/** Whether one sets the other, too, as `margin` does `margin-top`. */
const overlap = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);

const uses = [...usesInCode, ...usesInSheets];
const classes = new Map(sheets.map((sheet) => [sheet, classesOf(sheet)]));

describe('the classes of style sheets', () => {
  it('exist where they are used', () => {
    const missing = uses.filter(({ sheet, name }) => name !== null && !classes.get(sheet)?.has(name));
    expect(missing.map(({ by, name }) => `${by}: ${name}`)).toEqual([]);
  });

  it('are used where they exist', () => {
    const unused = sheets.flatMap((sheet) => {
      const names = uses.filter((use) => use.sheet === sheet).map(({ name }) => name);
      if (names.includes(null)) return [];
      return [...(classes.get(sheet) ?? [])]
        .filter((name) => !names.includes(name))
        .map((name) => `${sheet}: .${name}`);
    });
    expect(unused).toEqual([]);
  });

  // Which of two sheets comes first differs from page to page. What others may change is set with `:where`.
  it('set nothing that a class of another sheet, which they are composed of, sets', () => {
    const composed = /^\.([\w-]+) \{[^}]*composes:\s*([^;]+?)\s+from\s+"([^"]+)";/gm;
    const disputed = sheets.flatMap((file) =>
      [...withoutComments(textOf(file)).matchAll(composed)].flatMap(([, name = '', of = '', path = '']) => {
        const theirs = of.split(/\s+/).flatMap((each) => propertiesOf(resolved(file, path), each));
        return propertiesOf(file, name)
          .filter((own) => own !== 'composes' && theirs.some((each) => overlap(own, each)))
          .map((property) => `${file}: .${name} ${property}`);
      }),
    );
    expect(disputed).toEqual([]);
  });

  it('read custom properties that something sets, apart from those of the component library', () => {
    const css = filesIn(folders, ['.css']).map((file) => withoutComments(textOf(file)));
    const set = new Set([
      ...css.flatMap((text) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
      ...code.flatMap((file) => [...textOf(file).matchAll(/['"`](--[\w-]+)['"`]/g)].map(([, name]) => name)),
    ]);
    const read = css.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
    expect(read.filter((name) => !name.startsWith('--mantine-') && !set.has(name))).toEqual([]);
  });
});
