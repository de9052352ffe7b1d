import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { FunctionComponent } from 'react';

/** A page of the application: its folder under `app`, and the names in its address. */
export interface PageFile {
  folder: string;
  params: Record<string, string>;
}

const isGroup = (part: string) => part.startsWith('(');
const isName = (part: string) => part.startsWith('[');

/** Folders with a page, those with the most fixed parts first. */
const folders = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => file === 'page.tsx' || file.endsWith(`${sep}page.tsx`))
  .map((file) => file.split(sep).slice(0, -1))
  .sort((a, b) => a.filter(isName).length - b.filter(isName).length);

/** Finds the page that Next would choose for a path; undefined if there is none. */
export function pageFileOf(pathname: string): PageFile | undefined {
  const wanted = pathname.split('/').filter((part) => part !== '');
  for (const parts of folders) {
    const names = parts.filter((part) => !isGroup(part));
    if (names.length !== wanted.length) continue;
    if (!names.every((name, index) => isName(name) || name === wanted[index])) continue;
    const params = Object.fromEntries(
      names.flatMap((name, index) =>
        isName(name) ? [[name.slice(1, -1), decodeURIComponent(wanted[index] ?? '')]] : [],
      ),
    );
    return { folder: join('app', ...parts), params };
  }
  return undefined;
}

/** Whether a folder of the application has a file of its own for something, such as its layout. */
export const hasFile = (folder: string, name: string): boolean => existsSync(join(folder, `${name}.tsx`));

/** Loads the component that a file of the application is. */
export async function componentIn(folder: string, file: string): Promise<FunctionComponent<object>> {
  const module: { default: FunctionComponent<object> } = await import(
    join(process.cwd(), folder, `${file}.tsx`)
  );
  return module.default;
}
