import { describe, expect, it } from 'vitest';
import { limitsOf } from './result-limit-fields';

const limits = {
  retentionDays: 90,
  quotaMb: null,
  longestRetentionDays: 30,
  runRetentionDays: null,
  largestQuotaMb: 500,
  usedBytes: 0,
  csvByteOrderMark: true,
};

describe('the limits to save', () => {
  it('are those that were changed, though another one is beyond a limit of today', () => {
    expect(limitsOf({ days: '90', quotaMb: '' }, limits)).toEqual({});
    expect(limitsOf({ days: '90', quotaMb: '200' }, limits)).toEqual({ resultQuotaMb: 200 });
    expect(limitsOf({ days: '', quotaMb: '' }, limits)).toEqual({ resultRetentionDays: null });
  });

  it('are not saved if a changed one is invalid', () => {
    expect(limitsOf({ days: '60', quotaMb: '' }, limits)).toBeUndefined();
    expect(limitsOf({ days: '90', quotaMb: '501' }, limits)).toBeUndefined();
    expect(limitsOf({ days: '90', quotaMb: 'x' }, limits)).toBeUndefined();
  });
});
