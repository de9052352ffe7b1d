import { test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { withSandbox } from '../support/sandbox';

withSandbox();

const CONTROL = 'a, button, input';

/** What would be read as the name of a row or a header, with each button and badge in it. */
const unnamed = (): (string | null)[] =>
  [...document.querySelectorAll('th, tbody tr')]
    .filter((part) => !part.hasAttribute('aria-label'))
    .filter((part) =>
      part.matches('th')
        ? [...part.querySelectorAll(CONTROL)].some(({ textContent }) => textContent !== part.textContent)
        : part.querySelector(CONTROL) !== null,
    )
    .map(({ textContent }) => textContent);

test.each([
  ['commands', 'Commands'],
  ['org', 'Users'],
  ['credentials', /./],
  ['dropdowns', 'Dropdowns'],
])('rows and column headers of %s have no control in their name', async (path, table) => {
  await page.goto(`/${SANDBOX.slug}/${path}`);
  await page.getByRole('table', { name: table }).first().waitFor();
  expect(unnamed()).toEqual([]);
});
