import type { Readable } from 'node:stream';

export function writesJson(): boolean;
export function writeJson(): void;
export function passLines(from: Readable | null, to: NodeJS.WriteStream): void;
