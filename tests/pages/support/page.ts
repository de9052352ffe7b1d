import { openPage, pageShown } from './browser';
import { Locator, person, pressKey } from './locator';

/** The page that is open, with its address and its keys. */
class OpenPage extends Locator {
  constructor() {
    super(() => [document.body], 'page');
  }

  goto(address: string): Promise<void> {
    return openPage(address);
  }

  reload(): Promise<void> {
    return openPage(this.address());
  }

  async goBack(): Promise<void> {
    window.history.back();
    await pageShown();
  }

  address(): string {
    return window.location.pathname + window.location.search + window.location.hash;
  }

  readonly keyboard = {
    press: pressKey,
    type: (text: string) => person().keyboard(text.replace(/[{[]/g, '$&$&')),
  };
}

export const page = new OpenPage();
