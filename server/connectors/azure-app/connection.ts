import { z } from 'zod';

/** The settings of an app registration of Microsoft Entra ID, in the order of the form. */
export const azureAppConnectionSchema = z.strictObject({
  tenantId: z.guid('Must be the Directory (tenant) ID').meta({ title: 'Tenant ID' }),
  clientId: z.guid('Must be the Application (client) ID').meta({ title: 'Client ID' }),
  clientSecret: z
    .string()
    .trim()
    .min(8, 'Must be the value of a client secret, not its ID')
    .max(1000)
    .meta({ title: 'Client secret' }),
});

export type AzureAppConnection = z.output<typeof azureAppConnectionSchema>;
