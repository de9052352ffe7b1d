import { z } from 'zod';
import { regionNames, regions } from './regions';

/** Which services of the account are listed. A role needs permissions for these only. */
const services = ['both', 'lambda', 'step-functions'] as const;

/** The settings of a role to assume, in the order of the form. */
export const awsConnectionSchema = z.strictObject({
  roleArn: z
    .string()
    .trim()
    .max(2048)
    .regex(
      /^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
      'Must be the ARN of a role, such as arn:aws:iam::123456789012:role/Pushboard',
    )
    .meta({ title: 'Role ARN' }),
  externalId: z
    .string()
    .trim()
    .regex(
      /^[\w+=,.@:/-]{2,1224}$/,
      'Must be the external ID of the trust policy: 2 or more letters and digits',
    )
    .meta({ title: 'External ID', masked: true }),
  regionName: z.enum(regionNames, 'Must be a region of AWS').meta({
    title: 'Region',
    labels: Object.fromEntries(Object.entries(regions).map(([name, place]) => [name, `${name} · ${place}`])),
  }),
  services: z
    .enum(services)
    .default('both')
    .meta({
      title: 'Commands from',
      labels: {
        both: 'Lambda and Step Functions',
        lambda: 'Lambda',
        'step-functions': 'Step Functions',
      },
    }),
});

export type AwsConnection = z.output<typeof awsConnectionSchema>;

/** Whether things of a service are listed. */
export const lists = (
  { services: chosen }: AwsConnection,
  service: Exclude<AwsConnection['services'], 'both'>,
): boolean => chosen === 'both' || chosen === service;
