import { beforeAll, describe, test } from 'vitest';
import { EARLY_PRESS_SCRIPT } from '@/components/ui/loading/early-press-script';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { withSandbox } from '../support/sandbox';
import { addCommand, changeSource } from '../support/source';

withSandbox();

/** The page as the server sent it, whose code has not loaded, with what a person does there. */
function beforeItsCode(
  act: (button: HTMLButtonElement, field: HTMLInputElement) => void,
  name: string,
): void {
  const sent = document.createElement('div');
  sent.innerHTML = `<input><button data-early-press="${name}"><span>Press</span></button>`;
  document.body.append(sent);
  new Function(EARLY_PRESS_SCRIPT)();
  const [field, button] = [sent.querySelector('input'), sent.querySelector('button')];
  if (field !== null && button !== null) act(button, field);
  sent.remove();
}

const pressInside = (button: HTMLButtonElement) => button.querySelector('span')?.click();
const type = (field: HTMLInputElement) => field.dispatchEvent(new window.Event('input', { bubbles: true }));

let path = '';
beforeAll(async () => {
  await changeSource(`
    create or replace function shop.pressed(a int) returns int language sql as 'select a';
    grant execute on function shop.pressed to sample_runner`);
  path = `/${SANDBOX.slug}/builder?id=${await addCommand('pressed')}`;
});

describe('a press before the code of the page has loaded', () => {
  test('of Configure opens it once the code is there, and only once', async () => {
    beforeItsCode(pressInside, 'configure');
    await page.goto(path);
    await expect(page.getByRole('dialog', { name: /^Configure / })).toBeVisible();
    expect(window.earlyPresses?.pressed).toBe(null);
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Configure' })).toBeVisible();
    await expect(page.getByRole('dialog', { name: /^Configure / })).toBeHidden();
  });

  test('of Run says what is missing, as a later one does', async () => {
    beforeItsCode(pressInside, 'run');
    await page.goto(path);
    await expect(page.getByRole('alert').first()).toContainText(/\S/);
  });

  test('of Run does not count once a field was changed: the page may not know of it', async () => {
    beforeItsCode((button, field) => {
      type(field);
      pressInside(button);
    }, 'run');
    await page.goto(path);
    await expect(page.getByRole('button', { name: /^Run/ }).first()).toBeVisible();
    await expect(page.getByRole('alert').first()).toHaveText('');
  });
});
