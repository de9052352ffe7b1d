import { prisma } from '@/server/base/database/prisma';

/** The sample command that lists categories, and the one that is asked about one of them, by their ids. */
interface CategoryCommands {
  categories: number;
  sellers: number;
}

/** Makes a dropdown of the categories that the shop has, as an engineer would, for the category of its best sellers. */
export async function addCategoryDropdown(
  orgId: string,
  userId: string,
  { categories, sellers }: CategoryCommands,
): Promise<void> {
  const [category, input] = await Promise.all([
    prisma().outputColumn.findFirst({
      where: { orgId, commandId: categories, kind: 'column', path: 'category' },
    }),
    prisma().commandInput.findFirst({
      where: { orgId, commandId: sellers, templateInput: { key: 'category' } },
    }),
  ]);
  if (category === null || input === null) return;
  const { dropdownId } = await prisma().dropdown.create({
    data: {
      orgId,
      name: 'Categories',
      kind: 'command_output',
      senderCommandId: categories,
      valueColumnId: category.outputColumnId,
      displayColumnId: category.outputColumnId,
      cacheInterval: 'daily',
      createdByUserId: userId,
    },
  });
  await prisma().commandInput.update({
    where: { inputId: input.inputId },
    data: { dropdownId, dropdownLinkedBy: userId, placeholder: 'All categories' },
  });
}
