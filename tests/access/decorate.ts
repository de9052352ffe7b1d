import { prisma } from '@/server/base/database/prisma';
import { people } from '../support/things/people';

/** Gives a command a button of each kind, and an error jump, which all lead to itself. */
export async function decorate(orgId: string, commandId: number) {
  const data = {
    orgId,
    commandId,
    targetCommandId: commandId,
    name: 'Walked',
    createdByUserId: people.creator,
  };
  const row = await prisma().decoration.create({ data: { ...data, kind: 'row' } });
  const object = await prisma().decoration.create({ data: { ...data, kind: 'object' } });
  const { name: _, ...jump } = data;
  await prisma().errorDecoration.create({ data: jump });
  return {
    decorationId: row.decorationId,
    objectDecorationId: object.decorationId,
    outputKitId: commandId,
  };
}
