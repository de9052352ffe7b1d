import type { JsonValue } from '@/lib/base/json';
import type { InputType } from '@/lib/inputs/input';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import { byColumn } from '@/lib/settings/change-settings';
import { type TemplateSettingValues, templateSettings } from '@/lib/settings/command-settings';

/**
 * A template's settings for the audit log: without the startup values of passwords.
 *
 * @param inputs of the template
 */
export function auditedTemplateSettings(
  inputs: readonly { key: string; type: InputType }[],
  values: TemplateSettingValues,
  keys?: readonly (keyof TemplateSettingValues)[],
): Record<string, JsonValue> {
  const { startupValues } = values;
  const isObject =
    typeof startupValues === 'object' && startupValues !== null && !Array.isArray(startupValues);
  const audited = isObject ? { ...values, startupValues: withoutSecrets(inputs, startupValues) } : values;
  return byColumn(templateSettings, audited, keys);
}
