import { z } from 'zod';
import { partitionOf, regionNames, regions } from './regions';

/** Which services of the account are listed. A role needs permissions for these only. */
const services = ['both', 'lambda', 'step-functions'] as const;

/** The settings of a role to assume, in the order of the form. */
export const awsConnectionSchema = z
  .strictObject({
    roleArn: z
      .string()
      .trim()
      .max(2048)
      .regex(
        /^arn:aws(-us-gov|-cn)?:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
        'Must be the ARN of a role, such as arn:aws:iam::123456789012:role/Pushboard',
      )
      .meta({
        title: 'Role ARN',
        hint: 'The role that Pushboard assumes, as its page in IAM shows it: arn:aws:iam::123456789012:role/Pushboard',
      }),
    externalId: z
      .string()
      .trim()
      .regex(
        /^[\w+=,.@:/-]{2,1224}$/,
        'Must be the external ID of the trust policy: 2 or more letters and digits',
      )
      .meta({
        title: 'External ID',
        hint: "The value of sts:ExternalId in the role's trust policy. Choose a long random one that no other organization uses.",
        masked: true,
      }),
    regionName: z.enum(regionNames, 'Must be a region of AWS').meta({
      title: 'Region',
      hint: 'Functions and state machines of this region are listed. Add a connection for each further region.',
      labels: Object.fromEntries(
        Object.entries(regions).map(([name, place]) => [name, `${name} · ${place}`]),
      ),
    }),
    services: z
      .enum(services)
      .default('both')
      .meta({
        title: 'Commands from',
        hint: 'The role needs permissions for these services only.',
        labels: {
          both: 'Lambda and Step Functions',
          lambda: 'Lambda',
          'step-functions': 'Step Functions',
        },
      }),
    /** Functions without it can't be called through this connection. */
    qualifier: z
      .string()
      .trim()
      .regex(/^[\w$-]{0,128}$/, 'Must be the name of an alias, such as live, or the number of a version')
      .nullish()
      .meta({
        title: 'Lambda alias or version',
        hint: "Leave it empty to call the latest code. Functions that lack it can't be called.",
        when: { services: ['both', 'lambda'] },
      }),
  })
  .refine(({ roleArn, regionName }) => roleArn.startsWith(`arn:${partitionOf(regionName)}:`), {
    path: ['regionName'],
    error: 'Must be a region of the role: GovCloud and China have accounts of their own',
  });

export type AwsConnection = z.output<typeof awsConnectionSchema>;

/** The alias or version of functions that a connection calls; nothing for their latest code. */
export const qualified = ({ qualifier }: AwsConnection): { Qualifier?: string } =>
  qualifier ? { Qualifier: qualifier } : {};

/** Whether things of a service are listed. */
export const lists = (
  { services: chosen }: AwsConnection,
  service: Exclude<AwsConnection['services'], 'both'>,
): boolean => chosen === 'both' || chosen === service;
