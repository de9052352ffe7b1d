import { describe, expect, it } from 'vitest';
import { readArguments } from '../arguments';
import { chosenRows } from './chosen-rows';

type Run = Parameters<typeof chosenRows>[1];

const table = (...names: string[]) => ({ columns: names.map((name) => ({ name, type: 'text' })), rows: [] });
const orders: Run = { payload: table('id', 'Status', 'total-'), payloadFormat: 'json.table.rowwise' };
const chosen = (words: string, run = orders) => chosenRows(readArguments(words.split(' '), new Set()), run);

describe('rows and columns of a download', () => {
  it('are all without an option', () => {
    expect(chosen('download 5')).toEqual({});
    expect(chosen('download 5', { payload: null, payloadFormat: null })).toEqual({});
  });

  it('are chosen by the names of columns', () => {
    expect(chosen('download 5 --filter status=paid --filter id=7 --sort id- --columns Status,id')).toEqual({
      resultSet: 0,
      filter: ['1:paid', '0:7'],
      sort: 0,
      sortDesc: true,
      columns: '1,0',
    });
    expect(chosen('download 5 --sort total- --search a')).toEqual({ resultSet: 0, sort: 2, search: 'a' });
  });

  it('are of one table', () => {
    const run: Run = { payload: [table('a'), table('b')], payloadFormat: 'json.multiset.rowwise' };
    expect(chosen('download 5 --table 2 --sort b', run)).toEqual({ resultSet: 1, sort: 0 });
    expect(() => chosen('download 5 --table 3', run)).toThrow('--table is a number from 1 to 2.');
  });

  it.each([
    ['--sort stats', 'No column is named “stats”. Did you mean “Status”?'],
    ['--columns id,city', 'No column is named “city”. The columns are id, Status, total-.'],
    ['--filter id', '--filter needs COLUMN=TEXT, not “id”.'],
    ['--table 2', 'This result has one table.'],
  ])('are refused before anything is sent: %s', (words, message) => {
    expect(() => chosen(`download 5 ${words}`)).toThrow(message);
  });

  it('need a table', () => {
    expect(() => chosen('download 5 --sort id', { payload: 'text', payloadFormat: 'string' })).toThrow(
      'has no table to choose',
    );
  });
});
