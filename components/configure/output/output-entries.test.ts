import { describe, expect, it } from 'vitest';
import { entriesOf, type LearnedColumn, moved, withMask, withSetting } from './output-entries';

const learned = (path: string, resultSet = 0): LearnedColumn => ({
  outputColumnId: 1,
  resultSet,
  path,
  type: 'text',
  pythonType: 'str',
  isPresent: true,
});

const pathsOf = (entries: ReturnType<typeof entriesOf>) => entries.map(({ setting }) => setting.path);

describe('the outputs of a command', () => {
  it('are those that were learned, and those that only a setting or a mask names', () => {
    const masks = [
      { kind: 'column' as const, path: 'gone' },
      { kind: 'column' as const, path: 'a' },
    ];
    const entries = entriesOf([learned('a'), learned('b', 1)], [], [], masks);
    expect(pathsOf(entries)).toEqual(['a', 'gone', 'b']);
    expect(entries.map(({ isMasked, isPresent }) => [isMasked, isPresent])).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
  });

  it('are masked by a mask of their name, however it is written', () => {
    const field = { ...learned('page'), path: 'page' };
    const entries = entriesOf([], [field], [], [{ kind: 'column', path: 'page' }]);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ isMasked: true, isCovered: false });
    expect(withMask([{ kind: 'column', path: 'page' }], { kind: 'field', path: 'page' }, false)).toEqual([]);
  });

  it('say which other mask covers them', () => {
    const field = { ...learned('items[].email'), path: 'items[].email' };
    const [entry] = entriesOf([], [field], [], [{ kind: 'field', path: 'email' }]);
    expect(entry).toMatchObject({ isMasked: false, isCovered: true, isShownInTable: true });
  });

  it('keep their order after one moved, and settings that say nothing are dropped', () => {
    const columns = ['a', 'b', 'c'].map((path) => learned(path));
    const entries = entriesOf(columns, [], [], []);
    const [, , last] = entries;
    if (last === undefined) throw new Error('Three entries');
    const settings = moved([], entries, last, -1);
    expect(pathsOf(entriesOf(columns, [], settings, []))).toEqual(['a', 'c', 'b']);
    expect(moved(settings, entries, last, 1)).toEqual(settings);
    const named = withSetting([], { ...last.setting, name: 'Sea' });
    expect(named).toHaveLength(1);
    expect(withSetting(named, last.setting)).toEqual([]);
    expect(
      withMask(withMask([], { kind: 'field', path: 'x' }, true), { kind: 'field', path: 'x' }, false),
    ).toEqual([]);
  });
});
