import { type BrowserWindow, Window } from 'happy-dom';

// A window for the pages of this process. The server in it keeps its own Request, Response, URL, and so on: only what
// Node.js doesn't have comes from the window, and what events are made of. This is set up before anything else is loaded:
// libraries look once whether there is a window.

const OF_THE_WINDOW = ['Event', 'CustomEvent', 'navigator'];
const WIDTH = 1440;
const HEIGHT = 900;
const ROW_HEIGHT = 36;

/** Rows of a long list are as high as rows are, and everything else as the window. */
function heightOf(this: HTMLElement): number {
  return this.dataset.index === undefined ? HEIGHT : ROW_HEIGHT;
}

const NEVER = ['undefined', 'globalThis', 'global', 'process', 'constructor', 'require', 'module'];

const PLACE = Symbol.for('pushboard.test-window');
type Holder = typeof globalThis & { [PLACE]?: Window };

function openWindow(): Window {
  const window = new Window({
    url: 'http://localhost:3000/',
    width: WIDTH,
    height: HEIGHT,
    // Nothing fades: a dialog that is closed is gone, and can't be pressed once more.
    settings: { device: { prefersReducedMotion: 'reduce' } },
  });
  const names = new Set<string>();
  for (let from: object | null = window; from !== null && from !== Object.prototype; ) {
    for (const name of Object.getOwnPropertyNames(from)) names.add(name);
    from = Object.getPrototypeOf(from);
  }
  for (const name of names) {
    if (NEVER.includes(name) || name.startsWith('_')) continue;
    if (name in globalThis && !OF_THE_WINDOW.includes(name)) continue;
    const value: unknown = window[name as keyof BrowserWindow];
    const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
    Object.defineProperty(globalThis, name, {
      configurable: true,
      writable: true,
      value: isMethod ? value.bind(window) : value,
    });
  }
  return window;
}

const INLINE = new Set([
  'A',
  'B',
  'CODE',
  'EM',
  'I',
  'KBD',
  'MARK',
  'SMALL',
  'SPAN',
  'STRONG',
  'SUB',
  'SUP',
  'TIME',
]);

/** The styles of an element itself, and whether it stands in a line of text as browsers have it. */
function styleOf(element: HTMLElement): CSSStyleDeclaration {
  const { style } = element;
  const display = () => style.display || (INLINE.has(element.tagName) ? 'inline' : 'block');
  return new Proxy(style, {
    get(target, name) {
      if (name === 'display') return display();
      if (name === 'getPropertyValue') {
        return (asked: string) => (asked === 'display' ? display() : target.getPropertyValue(asked));
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * What pages ask of a browser that this window doesn't have: fonts that load, and places to scroll to. Style sheets aren't
 * loaded, so the styles of an element are its own ones; looking for others would take most of the time.
 */
function complete({ window, document, DOMRect, Element, HTMLElement }: typeof globalThis): void {
  for (const place of [globalThis, window]) {
    Object.assign(place, { getComputedStyle: styleOf });
  }
  // Of long lists, only the visible rows are rendered, and what floats is hidden with what it belongs to.
  const size = (get: (this: HTMLElement) => number) => ({ configurable: true, get });
  Object.defineProperties(HTMLElement.prototype, {
    offsetWidth: size(() => WIDTH),
    offsetHeight: size(heightOf),
    clientWidth: size(() => WIDTH),
    clientHeight: size(heightOf),
  });
  HTMLElement.prototype.getBoundingClientRect = function () {
    return new DOMRect(0, 0, WIDTH, heightOf.call(this));
  };
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: Object.assign(new EventTarget(), { ready: Promise.resolve() }),
  });
  Element.prototype.scrollIntoView ??= () => undefined;
}

const holder: Holder = globalThis;
if (holder[PLACE] === undefined) {
  holder[PLACE] = openWindow();
  complete(globalThis);
}
