import { expect, test } from 'vitest';
import { UploadPlaces } from './upload-places';

test('S67 S80 an organization has three uploads at once and all have eight; the others are told to wait', () => {
  const places = new UploadPlaces();
  const [leave] = ['dana', 'jonas', 'maria'].map((caller) => places.admit('a', caller));
  expect(() => places.admit('a', 'ana')).toThrow(
    /still reading 3 uploads of your organization.*then upload again/,
  );
  for (const orgId of ['b', 'c', 'd']) places.admit(orgId, 'alex');
  expect(() => places.admit('e', 'alex')).toThrow(/still reading 3 uploads of yours/);
  for (const orgId of ['b', 'c']) places.admit(orgId, 'eve');
  expect(() => places.admit('f', 'ben')).toThrow(
    expect.objectContaining({ status: 429, retryAfterSeconds: 10 }),
  );
  leave?.();
  expect(() => places.admit('a', 'dana')).not.toThrow();
});
