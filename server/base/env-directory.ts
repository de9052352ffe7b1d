import { z } from 'zod';
import { emailAddress } from '@/lib/wire/email-address';
import { secureWebAddress, webAddress, wholeNumber } from '@/server/base/env-values';

const emailList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .refine(
    (items) => items.every((item) => emailAddress().safeParse(item).success),
    'must be email addresses with commas between them',
  );

/** The variables of `AUTH_MODE=directory`. docs/directory.md says where to find each value. */
export const directoryVariables = {
  ENTRA_TENANT_ID: z.guid('must be the Directory (tenant) ID of your app registration').optional().meta({
    description: "In directory mode, the Directory (tenant) ID of Pushboard's app registration.",
  }),
  ENTRA_CLIENT_ID: z.guid('must be the Application (client) ID of your app registration').optional().meta({
    description: "The app registration's Application (client) ID.",
  }),
  ENTRA_CLIENT_SECRET: z.string().min(8, 'must be the value of a client secret, not its ID').optional().meta({
    description: "The value of one of the app registration's client secrets.",
  }),
  AD_ADMIN_EMAILS: emailList.default([]).meta({
    description: 'In directory mode, the addresses of the first admins, separated by commas.',
  }),
  AD_ORG_NAME: z.string().max(100, 'must have at most 100 characters').default('Organization').meta({
    description: 'The name of the organization that the first sync creates.',
  }),
  AD_SYNC_MINUTES: wholeNumber(0, 10_080, 60).meta({
    description: 'How many minutes pass between syncs of people and groups. With `0`, only the button syncs.',
  }),
  ENTRA_LOGIN_URL: secureWebAddress().default('https://login.microsoftonline.com').meta({
    description: 'Where people sign in, for national clouds.',
  }),
  GRAPH_URL: webAddress().default('https://graph.microsoft.com').meta({
    description: 'Where people and groups are read, for national clouds.',
  }),
};

type Read = z.output<z.ZodObject<typeof directoryVariables>> & { AUTH_MODE: string };

const REQUIRED = {
  ENTRA_TENANT_ID: 'the Directory (tenant) ID of your app registration',
  ENTRA_CLIENT_ID: 'the Application (client) ID of your app registration',
  ENTRA_CLIENT_SECRET: 'the value of a client secret of your app registration',
} as const;

/** What directory mode needs and doesn't have, with what each variable should hold. */
export function missingDirectoryVariables(read: Read): { path: string[]; message: string }[] {
  if (read.AUTH_MODE !== 'directory') return [];
  const missing = Object.entries(REQUIRED)
    .filter(([name]) => read[name as keyof typeof REQUIRED] === undefined)
    .map(([name, wanted]) => ({ path: [name], message: `must be ${wanted}, since AUTH_MODE is directory` }));
  if (read.AD_ADMIN_EMAILS.length > 0) return missing;
  const message = 'must be the addresses of the first admins, since AUTH_MODE is directory';
  return [...missing, { path: ['AD_ADMIN_EMAILS'], message }];
}

/** The app registration, for what else it may do than sign people in; null if it isn't set completely. */
export function appRegistrationOf(read: Read): Record<string, string> | null {
  const { ENTRA_TENANT_ID: tenantId, ENTRA_CLIENT_ID: clientId, ENTRA_CLIENT_SECRET: clientSecret } = read;
  return tenantId === undefined || clientId === undefined || clientSecret === undefined
    ? null
    : { tenantId, clientId, clientSecret };
}

/** The directory, as the rest of the server reads it; null in other modes. */
export function directoryOf(read: Read) {
  if (read.AUTH_MODE !== 'directory') return null;
  return {
    clientId: read.ENTRA_CLIENT_ID ?? '',
    clientSecret: read.ENTRA_CLIENT_SECRET ?? '',
    /** Who issues the tokens of this directory, and the address that its endpoints are found at. */
    issuer: `${read.ENTRA_LOGIN_URL}/${read.ENTRA_TENANT_ID}/v2.0`,
    graphUrl: read.GRAPH_URL,
    /** The first admins, and the admins where an organization's own list names nobody. */
    adminEmails: read.AD_ADMIN_EMAILS,
    /** The name of the organization that the first sync creates. */
    orgName: read.AD_ORG_NAME,
    /** How often the worker syncs; 0 where only the button does. */
    syncEveryMs: read.AD_SYNC_MINUTES * 60_000,
  };
}

/** A directory and how to reach it. */
export type DirectorySettings = NonNullable<ReturnType<typeof directoryOf>>;
