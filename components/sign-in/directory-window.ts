import { channelOf, type SignInOutcome } from './directory-return';

const WIDTH = 483;
const HEIGHT = 600;
const LOOK_EVERY_MS = 500;

/** The window that a person signs in with. */
export interface SignInWindow {
  /** Brings it to the front; false if it is closed. */
  focus(): boolean;
  /** Leads it to the directory, and resolves when it has reported or was closed. */
  follow(url: string, state: string): Promise<SignInOutcome>;
  close(): void;
}

/** Opens the window. Call it in the event of a click, or browsers block it. Null if they did. */
export function openSignInWindow(): SignInWindow | null {
  const left = window.screenX + (window.outerWidth - WIDTH) / 2;
  const top = window.screenY + (window.outerHeight - HEIGHT) / 2;
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${Math.round(left)},top=${Math.round(top)}`;
  const opened = window.open('about:blank', '_blank', features);
  if (opened === null) return null;
  return {
    focus() {
      if (opened.closed) return false;
      opened.focus();
      return true;
    },
    follow(url, state) {
      opened.location.assign(url);
      return outcomeOf(opened, state);
    },
    close: () => opened.close(),
  };
}

function outcomeOf(opened: Window, state: string): Promise<SignInOutcome> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelOf(state));
    const end = (outcome: SignInOutcome) => {
      clearInterval(timer);
      channel.close();
      resolve(outcome);
    };
    channel.onmessage = ({ data }: MessageEvent<SignInOutcome>) => {
      opened.close();
      end(data);
    };
    let wasClosed = false;
    const timer = setInterval(() => {
      // The last message may arrive after the window has closed.
      if (wasClosed) end({ kind: 'cancelled' });
      wasClosed = opened.closed;
    }, LOOK_EVERY_MS);
  });
}
