import { z } from 'zod';
import { isHttpAddress } from '../_shared/http-address';

const accountUrl = z
  .string()
  .trim()
  .max(2000)
  .refine(isHttpAddress, 'Must be an address such as https://account.blob.core.windows.net')
  .meta({ title: 'Account address' });

/** The settings of a connection to a container, in the order of the form. */
export const azureBlobConnectionSchema = z.strictObject({
  accountUrl,
  container: z
    .string()
    .trim()
    .regex(/^[a-z0-9](?:-?[a-z0-9]){2,62}$/, 'Must be the name of a container')
    .meta({ title: 'Container' }),
  sas: z
    .string()
    .trim()
    .regex(/^\??[\x21-\x7e]+=[\x21-\x7e]+$/, 'Must be a shared access signature, such as sv=…&sig=…')
    .max(4000)
    .meta({ title: 'Shared access signature' }),
});

export type AzureBlobConnection = z.output<typeof azureBlobConnectionSchema>;
