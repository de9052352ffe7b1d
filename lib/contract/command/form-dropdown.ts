import { z } from 'zod';
import { id } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';

export const dropdownKind = z.enum(['hardcoded', 'command_output']);
export type DropdownKind = z.output<typeof dropdownKind>;

/** How long a result is used again; null for never. */
export const cacheInterval = z.enum(['daily', 'weekly']);
export type CacheInterval = z.output<typeof cacheInterval>;

/** The documents name one component for all dropdowns; a list gets a multiselect. */
export const componentId = z.literal('b-select');

/** A dropdown as a form needs it: nothing about its sending command (S17). */
export const formDropdown = resource({
  dropdownId: ['dropdown_id', id],
  name: ['name', z.string()],
  kind: ['type', dropdownKind],
  componentId: ['component_id', componentId],
  values: ['enum', z.array(z.string()).nullable()],
  cacheInterval: ['cache_interval', cacheInterval.nullable()],
  /** The inputs of the form whose values decide the options. */
  dependsOn: ['depends_on', z.array(z.string())],
});
