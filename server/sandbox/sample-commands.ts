import type { Prisma, WarningTag } from '@/generated/prisma/client';
import { SAMPLE_API_NAME } from '@/server/sandbox/sample-api';

/** What engineers set on a command, beyond its name, tag, and button. */
type Settings = Pick<Prisma.CommandUncheckedUpdateInput, 'inputChecks' | 'isChartFirst' | 'maskedOutputs'>;

export interface SampleCommand {
  name: string;
  folder: string;
  warningTag: WarningTag | null;
  runButtonText: string | null;
  settings: Settings;
}

const reading = (folder: string, name: string, settings: Settings = {}): SampleCommand => ({
  name,
  folder,
  warningTag: 'safe',
  runButtonText: null,
  settings,
});

const updating = (folder: string, name: string, runButtonText: string): SampleCommand => ({
  ...reading(folder, name),
  warningTag: 'updates_data',
  runButtonText,
});

const slow = (sample: SampleCommand): SampleCommand => ({ ...sample, warningTag: 'slows_db' });

const [orders, sales, stock] = ['Orders', 'Sales', 'Stock'] as const;

/** Which routines of the sample database become commands of a new sandbox, by routine name. */
export const sampleCommands: Readonly<Record<string, SampleCommand | undefined>> = {
  find_orders: reading(orders, 'Find orders'),
  orders_with_status: reading(orders, 'Orders with a status', {
    maskedOutputs: [{ kind: 'column', path: 'email' }],
  }),
  customer_profile: reading(orders, 'Customer profile'),
  refund_order: updating(orders, 'Refund an order', 'Refund'),
  undo_refund: updating(orders, 'Undo a refund', 'Undo'),
  revenue_of_day: reading(sales, 'Revenue of a day'),
  monthly_revenue: reading(sales, 'Monthly revenue', { isChartFirst: true }),
  best_sellers: reading(sales, 'Best sellers', {
    inputChecks: [
      {
        left: 'to_date',
        test: 'is_at_least',
        right: 'from_date',
        message: "The last day can't be before the first one",
      },
    ],
  }),
  all_order_lines: slow(reading(sales, 'All order lines')),
  products_by_sku: reading(stock, 'Look up products'),
  product_categories: reading(stock, 'Product categories'),
  count_stock: { ...slow(reading(stock, 'Count the stock')), runButtonText: 'Count' },
  restock_product: updating(stock, 'Restock a product', 'Restock'),
};

/** Settings of the sample API's commands, by method and path. Their names come from its description. */
const markedOperations: Readonly<Record<string, Pick<SampleCommand, 'warningTag' | 'runButtonText'>>> = {
  'POST /tickets': { warningTag: 'creates_data', runButtonText: 'Open ticket' },
  'PATCH /tickets/{number}': { warningTag: 'updates_data', runButtonText: 'Change' },
  'DELETE /tickets/{number}': { warningTag: 'updates_data', runButtonText: 'Delete' },
  'POST /tickets/{number}/comments': { warningTag: 'creates_data', runButtonText: 'Comment' },
  'POST /tickets/{number}/attachments': { warningTag: 'creates_data', runButtonText: 'Attach' },
  'POST /tickets/{number}/payback': { warningTag: 'updates_data', runButtonText: 'Pay back' },
};

/** Every operation of the sample API becomes a command of a new sandbox. */
export function sampleApiCommand({ friendlyName, cloudName }: { friendlyName: string; cloudName: string }) {
  return { ...reading(SAMPLE_API_NAME, friendlyName), ...markedOperations[cloudName] };
}
