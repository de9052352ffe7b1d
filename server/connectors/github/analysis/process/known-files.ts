/**
 * The scripts of a repository, of which only some texts are here. Asking for another one is remembered, so that it can be
 * fetched.
 */
export class KnownFiles extends Map<string, string> {
  private readonly paths = new Set<string>();
  private asked = new Set<string>();

  know(paths: readonly string[]): void {
    for (const path of paths) this.paths.add(path);
  }

  /** The paths that were asked for and aren't here, since the last call. */
  takeAsked(): string[] {
    const asked = [...this.asked].sort();
    this.asked = new Set();
    return asked;
  }

  override has(path: string): boolean {
    return this.paths.has(path);
  }

  override get(path: string): string | undefined {
    const text = super.get(path);
    if (text === undefined && this.paths.has(path)) this.asked.add(path);
    return text;
  }

  override keys(): MapIterator<string> {
    return this.paths.keys();
  }
}
