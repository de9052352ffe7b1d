import { expect, it } from 'vitest';
import { awsConnectionSchema } from './connection';
import { logUrl } from './console';

it.each([
  ['arn:aws-us-gov:iam::123456789012:role/P', 'us-gov-west-1', true],
  ['arn:aws-cn:iam::123456789012:role/P', 'cn-north-1', true],
  ['arn:aws-cn:iam::123456789012:role/P', 'eu-central-1', false],
  ['arn:aws:iam::123456789012:role/P', 'us-gov-west-1', false],
  ['arn:aws-iso:iam::123456789012:role/P', 'us-east-1', false],
])('%s works in %s: %s', (roleArn, regionName, works) => {
  const parsed = awsConnectionSchema.safeParse({ roleArn, regionName, externalId: 'external' });
  expect(parsed.success).toBe(works);
  if (!parsed.success) return;
  const host = new URL(logUrl(parsed.data.regionName, '/aws/lambda/x', 'id')).host;
  expect(host).toMatch(regionName.startsWith('cn-') ? /\.amazonaws\.cn$/ : /\.amazonaws-us-gov\.com$/);
});
