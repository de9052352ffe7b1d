import { strToU8, zipSync } from 'fflate';

/** A deployment package with one file. */
export const packageOf = (file: string, source: string): Buffer =>
  Buffer.from(zipSync({ [file]: strToU8(source) }));

export const REFUND_SOURCE = `
def handler(event, context):
    order = int(event['order_id'])
    note = event.get('note', 'none')
    return {'refunded': order, 'note': note}
`;
