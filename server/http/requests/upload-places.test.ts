import { expect, test } from 'vitest';
import { UploadPlaces } from './upload-places';

test('S67 S80 an organization and a person have three uploads at once and all have eight; the others are told to wait', () => {
  const places = new UploadPlaces();
  const [leave] = ['dana', 'jonas', 'maria'].map((caller) => places.admit('a', caller));
  expect(() => places.admit('a', 'ana')).toThrow(
    /still reading 3 uploads of your organization.*then upload again/,
  );
  for (const orgId of ['b', 'c', 'd']) places.admit(orgId, 'alex');
  expect(() => places.admit('e', 'alex')).toThrow(/still reading 3 uploads of yours/);
  // The last two are for those who have none.
  expect(() => places.admit('e', 'maria')).toThrow(/as many uploads as it can/);
  expect(() => places.admit('b', 'eve')).toThrow(/as many uploads as it can/);
  places.admit('f', 'eve');
  places.admit('g', 'ben');
  expect(() => places.admit('h', 'nora')).toThrow(
    expect.objectContaining({ status: 429, retryAfterSeconds: 10 }),
  );
  leave?.();
  expect(() => places.admit('h', 'nora')).not.toThrow();
});
