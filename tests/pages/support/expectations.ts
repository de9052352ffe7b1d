import { waitFor } from '@testing-library/dom';
import { expect as expectValue } from 'vitest';
import { isDisabled, isVisible, Locator, pageText } from './locator';

type Text = string | RegExp;

const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();
const fits = (text: string, wanted: Text): boolean =>
  wanted instanceof RegExp ? wanted.test(text) : text === wanted;
const holds = (text: string, wanted: Text): boolean =>
  wanted instanceof RegExp ? wanted.test(text) : text.includes(plain(wanted));

/** What is expected of what a locator finds, or of its opposite: each waits until it is so. */
class Expectations {
  constructor(
    private readonly locator: Locator,
    private readonly isOpposite = false,
  ) {}

  get not(): Expectations {
    return new Expectations(this.locator, !this.isOpposite);
  }

  toBeVisible(): Promise<void> {
    return this.all('visible', (found) => found.length === 1 && found.every(isVisible));
  }

  toBeHidden(): Promise<void> {
    return this.all('hidden', (found) => !found.some(isVisible));
  }

  toHaveCount(count: number): Promise<void> {
    return this.all(`${count} times`, (found) => found.length === count);
  }

  toContainText(text: Text): Promise<void> {
    return this.one(`with ${text}`, (element) => holds(plain(element.textContent), text));
  }

  toHaveText(text: Text | string[]): Promise<void> {
    if (Array.isArray(text)) {
      return this.all(
        `saying ${text}`,
        (found) => found.map((each) => plain(each.textContent)).join() === text.join(),
      );
    }
    return this.one(`saying ${text}`, (element) => fits(plain(element.textContent), text));
  }

  toHaveValue(value: Text): Promise<void> {
    return this.one(
      `of value ${value}`,
      (element) => 'value' in element && fits(String(element.value), value),
    );
  }

  toHaveAttribute(name: string, value: Text = /^/): Promise<void> {
    return this.one(`with ${name} ${value}`, (element) => {
      const actual = element.getAttribute(name);
      return actual !== null && fits(actual, value);
    });
  }

  toBeChecked(): Promise<void> {
    return this.one('checked', (element) => element.matches(':checked, [aria-checked="true"]'));
  }

  toBeDisabled(): Promise<void> {
    return this.one('disabled', isDisabled);
  }

  toBeEnabled(): Promise<void> {
    return this.one('enabled', (element) => !isDisabled(element));
  }

  toBeFocused(): Promise<void> {
    return this.one('focused', (element) => document.activeElement === element);
  }

  /** For the page itself. */
  toHaveURL(address: RegExp): Promise<void> {
    return waitFor(() => {
      const actual = window.location.pathname + window.location.search + window.location.hash;
      if (address.test(actual) === this.isOpposite) this.fail(`at ${address}, and not at ${actual}`);
    });
  }

  private one(what: string, check: (element: HTMLElement) => boolean): Promise<void> {
    return waitFor(() => {
      const [element, ...others] = this.locator.find();
      if (element === undefined || others.length > 0 || check(element) === this.isOpposite) this.fail(what);
    });
  }

  private all(what: string, check: (found: HTMLElement[]) => boolean): Promise<void> {
    return waitFor(() => {
      if (check(this.locator.find()) === this.isOpposite) this.fail(what);
    });
  }

  private fail(what: string): never {
    const found = this.locator.find().map((element) => plain(element.textContent).slice(0, 200));
    throw new Error(
      `Expected ${this.isOpposite ? 'not ' : ''}${what}: ${this.locator.description}. Found ${JSON.stringify(found)}. The page says: ${pageText()}`,
    );
  }
}

/** Expects something of what a locator finds, or of a value. */
export function expect(subject: Locator): Expectations;
export function expect<T>(subject: T, message?: string): ReturnType<typeof expectValue<T>>;
export function expect<T>(subject: T | Locator, message?: string) {
  return subject instanceof Locator ? new Expectations(subject) : expectValue(subject, message);
}
expect.poll = expectValue.poll;
expect.objectContaining = expectValue.objectContaining;
