import type { WarningTag } from '@/generated/prisma/client';

export interface SampleCommand {
  name: string;
  warningTag: WarningTag | null;
  runButtonText: string | null;
}

const reading = (name: string): SampleCommand => ({ name, warningTag: 'safe', runButtonText: null });

/** Which routines of the sample database become commands of a new sandbox, by routine name. */
export const sampleCommands: Readonly<Record<string, SampleCommand | undefined>> = {
  revenue_of_day: reading('Revenue of a day'),
  find_orders: reading('Find orders'),
  orders_with_status: reading('Orders with a status'),
  products_by_sku: reading('Look up products'),
  customer_profile: reading('Customer profile'),
  best_sellers: reading('Best sellers'),
  monthly_revenue: reading('Monthly revenue'),
  all_order_lines: { ...reading('All order lines'), warningTag: 'slows_db' },
  count_stock: { ...reading('Count the stock'), warningTag: 'slows_db', runButtonText: 'Count' },
  refund_order: { name: 'Refund an order', warningTag: 'updates_data', runButtonText: 'Refund' },
  undo_refund: { name: 'Undo a refund', warningTag: 'updates_data', runButtonText: 'Undo' },
  restock_product: { name: 'Restock a product', warningTag: 'updates_data', runButtonText: 'Restock' },
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
  return { ...reading(friendlyName), ...markedOperations[cloudName] };
}
