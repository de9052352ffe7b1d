/** Runs once when the web process starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startWebProcess } = await import('@/server/web/web-process');
  await startWebProcess();
}
