import { expect, test } from 'vitest';
import { UploadPlaces } from './upload-places';

test('S67 an organization has three uploads at once and all have eight; the others are told to wait', () => {
  const places = new UploadPlaces();
  const [leave] = [1, 2, 3].map(() => places.admit('a'));
  expect(() => places.admit('a')).toThrow(/still reading 3 uploads of your organization.*then upload again/);
  for (const orgId of ['b', 'b', 'b', 'c', 'c']) places.admit(orgId);
  expect(() => places.admit('d')).toThrow(expect.objectContaining({ status: 429, retryAfterSeconds: 10 }));
  leave?.();
  expect(() => places.admit('a')).not.toThrow();
});
