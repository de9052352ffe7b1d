import {
  fireEvent,
  queryAllByLabelText,
  queryAllByPlaceholderText,
  queryAllByRole,
  waitFor,
} from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';

/** What a name or a text has to be: a part of it in any case, all of it with `exact`, or what a pattern says. */
type Wanted = string | RegExp;
interface Exactly {
  exact?: boolean;
}
interface OfRole extends Exactly {
  name?: Wanted;
  level?: number;
  checked?: boolean;
  expanded?: boolean;
  selected?: boolean;
}

const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();

function matcher(wanted: Wanted, { exact = false }: Exactly = {}): (text: string | null) => boolean {
  if (wanted instanceof RegExp) return (text) => wanted.test(plain(text));
  if (exact) return (text) => plain(text) === wanted;
  return (text) => plain(text).toLowerCase().includes(plain(wanted).toLowerCase());
}

/** One person, whose keys and pointer take no time. */
let user: UserEvent | undefined;
export function person(): UserEvent {
  user ??= userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  return user;
}

/** Whether a person could see an element. Style sheets don't apply here, so what they hide counts as visible. */
export const isVisible = (element: Element): boolean =>
  element.isConnected &&
  element.closest('[hidden]') === null &&
  !pathOf(element).some(({ style }) => style?.display === 'none' || style?.visibility === 'hidden');

/** Whether those who can't see an element hear of it. */
const isHeard = (element: Element): boolean =>
  isVisible(element) && element.closest('[aria-hidden="true"], [inert]') === null;

export const isDisabled = (element: Element): boolean =>
  element.matches(':disabled, [aria-disabled="true"]') || element.closest('fieldset[disabled]') !== null;

function pathOf(element: Element): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) path.push(at as HTMLElement);
  return path;
}

/**
 * Finds elements of the page that is open as the journeys in a browser do: by what people read and hear. It looks again
 * each time, and does something only with the one element that it finds.
 */
export class Locator {
  constructor(
    readonly find: () => HTMLElement[],
    readonly description: string,
  ) {}

  private within(what: string, find: (root: HTMLElement) => HTMLElement[]): Locator {
    return new Locator(() => [...new Set(this.find().flatMap(find))], `${this.description} › ${what}`);
  }

  getByRole(role: string, { name, exact = false, ...more }: OfRole = {}): Locator {
    const isWanted = name === undefined ? undefined : matcher(name, { exact });
    return this.within(`${role} ${name ?? ''}`, (root) =>
      queryAllByRole(root, role, { ...more, hidden: true, ...(isWanted && { name: isWanted }) }).filter(
        isHeard,
      ),
    );
  }

  getByText(text: Wanted, options: Exactly = {}): Locator {
    const isWanted = matcher(text, options);
    const matches = (element: Element) =>
      !['SCRIPT', 'STYLE'].includes(element.tagName) && isWanted(element.textContent);
    return this.within(`text ${text}`, (root) =>
      [...root.querySelectorAll<HTMLElement>('*')].filter(
        (element) => matches(element) && ![...element.children].some(matches),
      ),
    );
  }

  getByLabel(text: Wanted, options: Exactly = {}): Locator {
    return this.within(`label ${text}`, (root) => queryAllByLabelText(root, matcher(text, options)));
  }

  getByPlaceholder(text: Wanted): Locator {
    return this.within(`placeholder ${text}`, (root) => queryAllByPlaceholderText(root, matcher(text)));
  }

  locator(selector: string, { hasText }: { hasText?: Wanted } = {}): Locator {
    const found = this.within(selector, (root) => [...root.querySelectorAll<HTMLElement>(selector)]);
    return hasText === undefined ? found : found.filter({ hasText });
  }

  filter({ hasText, has }: { hasText?: Wanted; has?: Locator }): Locator {
    const isWanted = hasText === undefined ? () => true : matcher(hasText);
    return new Locator(
      () =>
        this.find().filter(
          (element) =>
            isWanted(element.textContent) &&
            (has === undefined || has.find().some((inner) => element.contains(inner))),
        ),
      `${this.description} with ${hasText ?? has?.description}`,
    );
  }

  nth(index: number): Locator {
    return new Locator(() => this.find().slice(index).slice(0, 1), `${this.description} [${index}]`);
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return this.nth(-1);
  }

  /** Waits for the one element. */
  element(): Promise<HTMLElement> {
    return waitFor(() => this.one());
  }

  /** Waits for the one element, in a panel that no longer moves the focus. */
  private async reachable(): Promise<HTMLElement> {
    await focusPlaced(await this.element());
    return this.element();
  }

  private one(): HTMLElement {
    const [found, ...others] = this.find();
    if (found !== undefined && others.length === 0) return found;
    throw new Error(
      `${others.length + (found ? 1 : 0)} elements: ${this.description}. The page says: ${pageText()}`,
    );
  }

  async waitFor(): Promise<void> {
    await this.element();
  }

  private async enabled(): Promise<HTMLElement> {
    await focusPlaced(await this.element());
    return waitFor(() => {
      const found = this.one();
      if (isDisabled(found)) throw new Error(`Disabled: ${this.description}`);
      return found;
    });
  }

  async click(): Promise<void> {
    await person().click(await this.enabled());
  }

  async hover(): Promise<void> {
    await person().hover(await this.reachable());
  }

  async focus(): Promise<void> {
    const element = await this.reachable();
    element.focus();
  }

  async fill(value: string): Promise<void> {
    const element = await this.enabled();
    element.focus();
    fireEvent.input(element, { target: { value } });
  }

  /** Pastes a text at the end of what the field has. */
  async paste(text: string): Promise<void> {
    await this.click();
    await person().paste(text);
  }

  async inputValue(): Promise<string> {
    return ((await this.element()) as HTMLInputElement).value;
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await pressKey(key);
  }

  async check(): Promise<void> {
    const element = await this.enabled();
    if (!(element as HTMLInputElement).checked) await person().click(element);
  }

  async uncheck(): Promise<void> {
    const element = await this.enabled();
    if ((element as HTMLInputElement).checked) await person().click(element);
  }

  async selectOption(label: string): Promise<void> {
    const element = (await this.enabled()) as HTMLSelectElement;
    const option = await waitFor(() => {
      const found = [...element.options].find(
        (each) => plain(each.textContent) === label || each.value === label,
      );
      if (found === undefined) throw new Error(`No option ${label}: ${this.description}`);
      return found;
    });
    await person().selectOptions(element, option);
  }

  async setFiles(...files: File[]): Promise<void> {
    await person().upload(await this.element(), files);
  }
}

/** The panels and dialogs that have placed the focus. */
const placed = new WeakSet<Element>();

/**
 * Waits until the panel or dialog of an element has placed the focus, which it does in timers before a person could act.
 * Two frames are enough for an effect that sets a timer.
 */
async function focusPlaced(element: HTMLElement): Promise<void> {
  const panel = element.closest('[data-side-panel], [role="dialog"]');
  if (panel === null || placed.has(panel)) return;
  placed.add(panel);
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
}

/** Presses one key, `Escape` or `Control+k`. */
export async function pressKey(key: string): Promise<void> {
  const keys = key.split('+');
  const last = keys.pop() ?? '';
  const held = keys.map((each) => `{${each}>}`).join('');
  const released = keys.map((each) => `{/${each}}`).join('');
  await person().keyboard(`${held}${last.length > 1 ? `{${last}}` : last}${released}`);
}

/** All that the page says, for those who look for a fault. */
export const pageText = (): string =>
  plain(
    [...document.body.querySelectorAll('*')]
      .filter(({ tagName }) => tagName !== 'STYLE')
      .flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
      .map(({ textContent }) => textContent)
      .join(' · '),
  ).slice(0, 4_000);
