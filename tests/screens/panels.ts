import type { Page } from '@playwright/test';
import type { PanelKind } from '@/components/ui/panels/panel-kinds';
import { people } from '../e2e/support/people';
import { SANDBOX } from '../e2e/support/steps';
import { inSandbox, type Screen } from './screen';

const REFUND = 'builder?id={Refund an order}';
const FIND = 'builder?id={Find orders}';
const SELLERS = 'builder?id={Best sellers}';
const TICKET = 'builder?id={Open a ticket}';

/**
 * The page that a panel of each kind is opened on, and the panel's address there, with names of commands and of their
 * inputs for ids; null for a kind that has screens of its own.
 */
const panels: Readonly<Record<PanelKind, readonly [page: string, panel: string] | null>> = {
  configure: null,
  'configure-input': null,
  'choose-dropdown': [FIND, 'choose-dropdown:{Find orders}-{Find orders/customer_name}'],
  'new-dropdown': [FIND, 'new-dropdown:{Find orders}-{Find orders/customer_name}-command'],
  dropdown: ['dropdowns', 'dropdown:1'],
  duplicate: [REFUND, 'duplicate:{Refund an order}'],
  'edit-copy': [REFUND, 'edit-copy:{Refund an order}'],
  'input-checks': [SELLERS, 'input-checks:{Best sellers}'],
  'reorder-inputs': [FIND, 'reorder-inputs:{Find orders}'],
  decoration: [FIND, 'decoration:{Find orders}-row-1-view'],
  job: null,
  webhook: [REFUND, 'webhook:{Refund an order}-new-edit'],
  'alert-addresses': ['cron-jobs', 'alert-addresses'],
  'output-path': ['builder?id={Show a ticket}', 'output-path:{Show a ticket}'],
  running: [REFUND, 'running:{Refund an order}'],
  safety: [REFUND, 'safety:{Refund an order}'],
  'view-sql': [REFUND, 'view-sql:{Refund an order}'],
  // The sandbox has no scripts.
  'view-code': null,
  'undo-partner': [REFUND, 'undo-partner:{Refund an order}'],
  'change-connection': [REFUND, 'change-connection:{Refund an order}'],
  'edit-input': [TICKET, 'edit-input:{Open a ticket}-{Open a ticket/1}'],
  'add-input': [TICKET, 'add-input:{Open a ticket}'],
  'api-auth': null,
  'http-headers': null,
  connect: null,
  connection: null,
  'upload-openapi': null,
  'upload-postman': null,
  request: null,
  sync: null,
  share: null,
  'share-folder': ['commands', 'share-folder:1'],
  why: [REFUND, 'why:{Refund an order}'],
  'why-folder': ['commands', 'why-folder:1'],
  'edit-folder': ['commands', 'edit-folder:1'],
  move: null,
  deleted: null,
  invite: null,
  'new-group': null,
  group: ['org?tab=groups', 'group:{group}'],
  'new-service-account': null,
  'service-account': ['org?tab=services', 'service-account:{service account}'],
  'edit-org': null,
  message: null,
  run: null,
  'bulk-run': null,
  usage: [REFUND, 'usage:{Refund an order}'],
  'counted-runs': ['analytics', 'counted-runs:{"outcome":"success"}'],
  error: null,
  'follow-up': null,
  bulk: null,
  runs: null,
  'batch-download': null,
  'send-result': null,
  json: null,
  presets: [FIND, 'presets'],
};

/** Every kind of panel that no other screen shows, opened by its address. */
export const panelScreens: readonly Screen[] = Object.entries(panels).flatMap(([kind, place]) =>
  place === null
    ? []
    : [
        {
          name: `panel-${kind}`,
          show: async (page) => {
            const [path, panel] = await Promise.all(place.map((text) => withIds(page, text)));
            const divider = path?.includes('?') ? '&' : '?';
            await inSandbox(page, `${path}${divider}panel=${encodeURIComponent(panel ?? '')}`);
            await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
          },
        },
      ],
);

/** Puts ids in place of `{Command}`, `{Command/input}`, `{Command/number of the input}`, `{group}`, and `{service account}`. */
async function withIds(page: Page, text: string): Promise<string> {
  let written = text;
  for (const [placeholder, name = ''] of text.matchAll(/\{([\w /]+)\}/g)) {
    written = written.replace(placeholder, String(await idOf(page, name)));
  }
  return written;
}

async function idOf(page: Page, name: string): Promise<number | string> {
  if (name === 'group') return (await inSandboxOnce(page, 'groups', { name: 'Night shift' })).group_id;
  if (name === 'service account') {
    return (await inSandboxOnce(page, 'service-accounts', { name: 'Nightly export' })).user_id;
  }
  const [command, input] = name.split('/');
  const commands: { kit_id: number; name: string }[] = await get(page, 'skinny-kits');
  const id = commands.find((each) => each.name === command)?.kit_id;
  if (id === undefined) throw new Error(`The sandbox has no command “${command}”`);
  if (input === undefined) return id;
  const { anchor_ol } = await get(page, `deep-kits-6/${id}`);
  const inputs: { key: string; lego_instance_input_id: number }[] = anchor_ol.kit_run_schema;
  const found = inputs.find(({ key }) => key === input) ?? inputs[Number(input) - 1];
  if (found === undefined) throw new Error(`${command} has no input ${input}`);
  return found.lego_instance_input_id;
}

const headers = { 'x-demo-user-id': people.admin };

async function get(page: Page, path: string) {
  return (await page.request.get(`/api/v1/${SANDBOX.orgId}/${path}`, { headers })).json();
}

/** Returns the item with this name, and creates it first if it doesn't exist. */
async function inSandboxOnce(page: Page, path: string, data: { name: string }) {
  const known: { name: string }[] = await get(page, path);
  const found = known.find(({ name }) => name === data.name);
  if (found !== undefined) return found;
  const answer = await page.request.post(`/api/v1/${SANDBOX.orgId}/${path}`, { headers, data });
  if (!answer.ok()) throw new Error(await answer.text());
  return answer.json();
}
