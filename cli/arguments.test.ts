import { describe, expect, it } from 'vitest';
import { readArguments, textFlag } from './arguments';

const read = (...line: string[]) => {
  const { words, flags } = readArguments(line, new Set(['yes']));
  return { words, flags: Object.fromEntries(flags) };
};

describe('a command line', () => {
  it('is words, and flags with the values that follow them', () => {
    expect(read('run', 'Find orders', '--customer-name', 'Lena', '--yes', 'more')).toEqual({
      words: ['run', 'Find orders', 'more'],
      flags: { 'customer-name': ['Lena'], yes: [true] },
    });
  });

  it('takes a value after =, whatever it looks like', () => {
    expect(read('--note=--yes', '--text=', '--sum=a=b').flags).toEqual({
      note: ['--yes'],
      text: [''],
      sum: ['a=b'],
    });
  });

  it('takes numbers below zero as values, and a flag without a value as a switch', () => {
    expect(read('--amount', '-5', '--delta', '-.5', '--is-open', '--tag', 'a', '--tag', 'b').flags).toEqual({
      amount: ['-5'],
      delta: ['-.5'],
      'is-open': [true],
      tag: ['a', 'b'],
    });
  });

  it('has only words after --', () => {
    expect(read('run', '--', '--yes', '-x')).toEqual({ words: ['run', '--yes', '-x'], flags: {} });
  });

  it('refuses an option without its value', () => {
    const line = readArguments(['--org', '--yes'], new Set(['yes']));
    expect(() => textFlag(line, 'org')).toThrow('--org needs a value.');
    expect(textFlag(line, 'values')).toBeUndefined();
  });
});
