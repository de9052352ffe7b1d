import { expect, test } from 'vitest';
import { asksFirst } from '@/lib/commands/warning-tag';
import { warningTag } from '@/lib/settings/command-choices';
import { annotationsOf } from './command-tool';

test('S90 S93 programs ask by the rule that holds for people', () => {
  for (const tag of [...warningTag.options, null]) {
    expect(annotationsOf(tag).readOnlyHint).toBe(!asksFirst(tag));
  }
});
