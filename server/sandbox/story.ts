import { prisma } from '@/server/base/database/prisma';

const UNDONE_WITHIN_MINUTES = 24 * 60;

/** The sample commands that work together, by their ids. */
interface Story {
  find: number;
  refund: number;
  undo: number;
}

/**
 * Ties the sample commands together as an engineer would: each order that was found has a button that refunds it as long as that is possible, and a
 * refund can be taken back from its result.
 */
export async function tieStory(orgId: string, userId: string, { find, refund, undo }: Story): Promise<void> {
  const [order, input] = await Promise.all([
    prisma().outputColumn.findFirst({ where: { orgId, commandId: find, kind: 'column', path: 'order_id' } }),
    prisma().commandInput.findFirst({
      where: { orgId, commandId: refund, templateInput: { key: 'order_id' } },
    }),
  ]);
  if (order === null || input === null) return;
  await prisma().decoration.create({
    data: {
      orgId,
      commandId: find,
      kind: 'row',
      name: 'Refund',
      targetCommandId: refund,
      shownWhen: [
        { key: 'status', test: 'is_not', values: ['refunded'] },
        { key: 'is_paid', test: 'is', values: ['true'] },
      ],
      createdByUserId: userId,
      maps: { create: { inputId: input.inputId, outputColumnId: order.outputColumnId } },
    },
  });
  await prisma().commandInput.updateMany({
    where: { orgId, commandId: refund, templateInput: { key: 'amount' } },
    data: { note: 'Leave it empty to pay back the whole order.' },
  });
  await prisma().command.update({
    where: { commandId: refund },
    data: {
      undoPartner: {
        kit_id: undo,
        minutes: UNDONE_WITHIN_MINUTES,
        maps: [{ input_key: 'order_id', from: 'input', name: 'order_id' }],
      },
    },
  });
}
