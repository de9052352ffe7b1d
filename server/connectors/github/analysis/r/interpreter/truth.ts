import { plainTest, switchedOn } from '../values/tests';
import type { Test, Value } from '../values/value';

/** What a value tells as a test. */
export function testOfValue(value: Value): Test {
  switch (value.kind) {
    case 'test':
      return value.test;
    case 'plain':
      return plainTest(Boolean(value.value));
    case 'subject':
      return switchedOn(value.draft);
    case 'thing': {
      const empty = value.thing.isEmpty?.();
      return empty === undefined
        ? plainTest(null)
        : {
            ...plainTest(null),
            missing: { whenTrue: empty.missing.whenFalse, whenFalse: empty.missing.whenTrue },
            about: empty.about,
          };
    }
    case 'items':
      return value.items[0] === undefined ? plainTest(null) : testOfValue(value.items[0].value);
    default:
      return plainTest(null);
  }
}
