import { Prisma } from '@/generated/prisma/client';
import type { JsonValue } from '@/lib/json';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { SourceKind, TemplateDescription } from '@/server/connectors/types';
import { AppError } from '@/server/errors';
import { prisma, sqlOf } from '@/server/prisma';

export interface Addition {
  orgId: string;
  userId: string;
  credentialId: number;
  described: TemplateDescription;
  audit: AuditSource;
}

/** A JSON column's value; SQL NULL where there is none, for which Prisma has a word of its own. */
function jsonColumn(value: JsonValue): Prisma.InputJsonValue | typeof Prisma.DbNull {
  return value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue);
}

/**
 * Makes a template of what a source described, and a command of it, with its inputs as the source declares
 * them. A new command is `org`, in no folder, and its creator's (decisions §4). Throws 409 where the same
 * thing is a command already.
 */
export async function addCommand({ orgId, userId, credentialId, described, audit }: Addition) {
  try {
    return await prisma().$transaction(async (tx) => {
      const { sourceKind } = await tx.credential.findFirstOrThrow({ where: { orgId, credentialId } });
      const template = await tx.template.create({
        data: templateData(orgId, credentialId, sourceKind as SourceKind, described),
        select: { templateId: true },
      });
      const templateInputs = await tx.templateInput.createManyAndReturn({
        data: described.inputs.map((input, position) => ({
          orgId,
          templateId: template.templateId,
          key: input.key,
          position,
          type: input.type as unknown as Prisma.InputJsonObject,
          defaultValue: jsonColumn(input.defaultValue),
          defaultExpression: input.defaultExpression,
          defaultAmbiguousInput: input.defaultAmbiguousInput,
          description: input.description,
        })),
        select: { templateInputId: true, position: true },
      });
      const { commandId, name } = await tx.command.create({
        data: {
          orgId,
          templateId: template.templateId,
          name: described.friendlyName,
          description: described.description,
          createdByUserId: userId,
        },
        select: { commandId: true, name: true },
      });
      await tx.commandInput.createMany({
        data: templateInputs.map(({ templateInputId, position }) => ({
          orgId,
          commandId,
          templateInputId,
          position,
          defaultValue: jsonColumn(described.inputs[position]?.defaultValue ?? null),
          defaultAmbiguousInput: described.inputs[position]?.defaultAmbiguousInput ?? 'required',
          note: described.inputs[position]?.description ?? null,
        })),
      });
      await recordAudit(sqlOf(tx), audit, {
        orgId,
        action: 'command.create',
        subjectType: 'command',
        subjectId: String(commandId),
        after: { name, cloud_id: described.cloudId },
      });
      return { commandId, name };
    });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
      throw new AppError('conflict', `${described.cloudName} is a command already.`, { cause: error });
    }
    throw error;
  }
}

function templateData(
  orgId: string,
  credentialId: number,
  sourceKind: SourceKind,
  described: TemplateDescription,
) {
  return {
    orgId,
    credentialId,
    sourceKind,
    cloudId: described.cloudId,
    cloudName: described.cloudName,
    description: described.description,
    executable: described.executable as Prisma.InputJsonValue,
  };
}
