import type { Readable } from 'node:stream';

export const CHILD_WRITES_JSON: string;
export function writesJson(): boolean;
export function writeJson(): void;
export function outputOf(stream: NodeJS.WriteStream): 'inherit' | 'pipe';
export function passLines(from: Readable | null, to: NodeJS.WriteStream): void;
