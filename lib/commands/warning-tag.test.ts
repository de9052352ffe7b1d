import { expect, test } from 'vitest';
import { warningTag } from '@/lib/settings/command-choices';
import { askedWhy, asksFirst } from './warning-tag';

test('S93 a command asks first unless it is marked as safe, one without a tag as well', () => {
  const tags = [...warningTag.options, null];
  expect(tags.filter((tag) => !asksFirst(tag))).toEqual(['safe']);
  for (const tag of tags) expect(askedWhy(tag)).not.toBe('');
});
