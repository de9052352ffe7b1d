const KEY = 'pushboard:join-token';

// The token of an invitation between its page and the sign-in, in this tab alone: it belongs in no address.

export const saveJoinToken = (token: string): void => sessionStorage.setItem(KEY, token);

export const savedJoinToken = (): string | null => sessionStorage.getItem(KEY);

export const forgetJoinToken = (): void => sessionStorage.removeItem(KEY);
