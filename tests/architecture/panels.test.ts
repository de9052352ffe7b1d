import { expect, test } from 'vitest';
import { filesIn, textOf } from './source-files';

const pages = filesIn(['app/(signed-in)/[orgSlug]'], ['page.tsx']).filter((file) =>
  /\/page\.tsx$/.test(file),
);

test('every signed-in page of an organization shows every side panel', () => {
  expect(pages.length).toBeGreaterThan(6);
  const without = pages.filter((file) => !/<(SidePanels|MemberPage|BuilderBody)\b/.test(textOf(file)));
  expect(without).toEqual([]);
  for (const part of [
    'app/(signed-in)/[orgSlug]/members/[userId]/member-page.tsx',
    'app/_builder/builder-page.tsx',
  ])
    expect(textOf(part)).toContain('<SidePanels');
});

test('views of panels are listed in one registry, and stacks are rendered in one place', () => {
  const files = filesIn(['app', 'components'], ['.ts', '.tsx']);
  const drawn = files.filter((file) => textOf(file).includes('<SidePanelStack'));
  expect(drawn).toEqual(['app/_panels/page-panels.tsx']);
  const registries = files.filter((file) => /(from |import\()'.*panel-views'/.test(textOf(file)));
  expect(registries).toEqual(['app/_panels/page-panels.tsx', 'app/_panels/side-panels.tsx']);
});
