import { previewDropdownOptions as operation } from '@/lib/contract/command/dropdown-options';
import { route } from '@/server/http/route';
import { previewDropdownOptions } from '@/server/runs/options/preview-options';

export const POST = route(operation, previewDropdownOptions);
