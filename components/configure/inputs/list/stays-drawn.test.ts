import { describe, expect, it } from 'vitest';
import type { Editing } from '@/components/configure/panel/use-editing';
import type { InputFields } from '../input-fields';
import { staysDrawn } from './stays-drawn';

const fields = { note: '', hidden: false } as InputFields;
/** As each rendering makes it: a new object over the same fields. */
const editing = (more: Partial<InputFields> = {}) =>
  ({ fields: { ...fields, ...more } }) as Editing<InputFields>;
const stays = staysDrawn<{ editing: Editing<InputFields>; inputKey: string }>(['note']);

describe('staysDrawn', () => {
  it('keeps a section while another one’s field is edited', () => {
    expect(
      stays({ editing: editing(), inputKey: 'a' }, { editing: editing({ hidden: true }), inputKey: 'a' }),
    ).toBe(true);
  });

  it('redraws a section whose own field is edited', () => {
    expect(
      stays({ editing: editing(), inputKey: 'a' }, { editing: editing({ note: 'x' }), inputKey: 'a' }),
    ).toBe(false);
  });

  it('redraws a section of another input', () => {
    expect(stays({ editing: editing(), inputKey: 'a' }, { editing: editing(), inputKey: 'b' })).toBe(false);
  });
});
