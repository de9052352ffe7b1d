import { z } from 'zod';
import { authNames, keyPlaceNames } from '@/lib/sources/auth-names';
import { isHeaderName, isHeaderValue } from '../_shared/http/call-headers';
import { isHttpAddress } from '../_shared/http-address';

/** A part of a credential that is the same for everyone. */
export const STATIC = 'static';

export const authTypes = [
  'none',
  'custom_headers',
  'bearer_token',
  'basic_auth',
  'digest_auth',
  'api_key',
  'oauth_client_credentials',
  'aws_signature',
] as const;

/** A base URL. Empty if a description names none, until someone fills it in. */
const httpAddress = z
  .string()
  .trim()
  .max(2000)
  .refine(
    (text) => text === '' || isHttpAddress(text),
    'Must be an address such as https://api.example.com/v1',
  );

/** Header name to value, as an object or as its JSON text. */
const customHeaders = z
  .union([z.string(), z.record(z.string(), z.string())])
  .transform((given, context): Record<string, string> => {
    const read = typeof given === 'string' ? headersInText(given) : given;
    const isGood =
      read !== null &&
      Object.entries(read).every(([name, value]) => isHeaderName(name) && isHeaderValue(value));
    if (isGood) return read;
    context.addIssue('Must be a JSON object of header names and their values, such as {"X-Api-Key": "…"}');
    return z.NEVER;
  });

function headersInText(text: string): Record<string, string> | null {
  if (text.trim() === '') return {};
  try {
    return z.record(z.string(), z.string()).safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A field that only some authentication types need; a form shows it only with those. */
const forAuth = (title: string, ...authType: (typeof authTypes)[number][]) => ({ title, when: { authType } });

const secret = (title: string, ...authType: (typeof authTypes)[number][]) =>
  z
    .string()
    .max(20_000)
    .refine(isHeaderValue, 'Must be one line')
    .default('')
    .meta(forAuth(title, ...authType));

/** A scheme that a description names in addition to the main one. */
const furtherScheme = z.strictObject({
  authType: z.enum(authTypes),
  apiKeyName: z.string().max(200).optional(),
  apiKeyIn: z.enum(['header', 'query', 'cookie']).optional(),
  tokenUrl: httpAddress.optional(),
  scopes: z.string().max(4000).optional(),
});

export type FurtherScheme = z.infer<typeof furtherScheme>;

const oneLine = z.string().max(20_000).refine(isHeaderValue, 'Must be one line').optional();

/** The values that a person fills in for such a scheme. */
const furtherSecrets = z.strictObject({
  bearerToken: oneLine,
  username: oneLine,
  password: oneLine,
  apiKey: oneLine,
  clientId: oneLine,
  clientSecret: oneLine,
  customHeaders: customHeaders.optional(),
  accessKeyId: oneLine,
  secretAccessKey: oneLine,
  sessionToken: oneLine,
  awsRegion: oneLine,
  awsService: oneLine,
});

/** Where a part of a credential comes from: what is saved here, or a variable of the person who runs a command, by its name. */
const source = z.string().trim().min(1).max(200).default(STATIC).meta({ hidden: true });

/** The settings of a connection to an API, in the order of the form. */
export const restConnectionSchema = z.strictObject({
  apiBaseUrl: httpAddress.default('').meta({ title: 'Base URL' }),
  /** Where to call an operation whose description names its own server. */
  operationServers: z
    .enum(['own', 'base'])
    .default('own')
    .meta({
      title: 'Other servers',
      hint: 'Where operations that name a server of their own are called',
      labels: { own: 'Own address', base: 'Base URL' },
    }),
  apiSpecUrl: z.string().max(2000).nullish().meta({ title: 'Address of its description' }),
  authType: z.enum(authTypes).default('none').meta({ title: 'HTTP Auth', labels: authNames }),
  bearerToken: secret('Bearer token', 'bearer_token'),
  username: secret('Username', 'basic_auth', 'digest_auth'),
  password: secret('Password', 'basic_auth', 'digest_auth'),
  bearerTokenSource: source,
  usernameSource: source,
  passwordSource: source,
  customHeaders: customHeaders.default({}).meta(forAuth('Custom headers (JSON)', 'custom_headers')),
  apiKeyName: z.string().max(200).default('').meta(forAuth('Name of the API key', 'api_key')),
  apiKeyIn: z
    .enum(['header', 'query', 'cookie'])
    .default('header')
    .meta({ ...forAuth('The API key is sent in', 'api_key'), labels: keyPlaceNames }),
  apiKey: secret('API key', 'api_key'),
  tokenUrl: httpAddress.default('').meta(forAuth('Token URL', 'oauth_client_credentials')),
  clientId: z.string().max(1000).default('').meta(forAuth('Client ID', 'oauth_client_credentials')),
  clientSecret: secret('Client secret', 'oauth_client_credentials'),
  scopes: z
    .string()
    .max(4000)
    .default('')
    .meta(forAuth('Scopes, with spaces between', 'oauth_client_credentials')),
  accessKeyId: z.string().max(200).default('').meta(forAuth('Access key ID', 'aws_signature')),
  secretAccessKey: secret('Secret access key', 'aws_signature'),
  /** Of temporary keys only. */
  sessionToken: secret('Session token, for temporary keys', 'aws_signature'),
  awsRegion: z.string().max(100).default('').meta(forAuth('Region, such as us-east-1', 'aws_signature')),
  awsService: z.string().max(100).default('').meta(forAuth('Service, such as execute-api', 'aws_signature')),
  /** The description's name for the credential above; empty if no description was read, or none names it. */
  authScheme: z.string().max(100).default('').meta({ hidden: true }),
  moreAuth: z.record(z.string(), furtherScheme).default({}).meta({ hidden: true }),
  moreSecrets: z.record(z.string(), furtherSecrets).default({}).meta({ hidden: true }),
  timeoutSeconds: z.coerce.number().int().min(1).max(3600).default(120).meta({ title: 'Timeout in seconds' }),
});

export type RestConnection = z.infer<typeof restConnectionSchema>;
