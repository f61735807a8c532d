import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of CPU time. */
  readonly tdur?: number;
}

/** The longest task of the page's thread during `act`, in milliseconds of CPU time. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'toplevel,devtools.timeline' });
  await act();
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  // Only the page's thread has layout events.
  const layout = events.find(({ name }) => name === 'Layout');
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && pid === layout?.pid && tid === layout.tid,
  );
  if (tasks.length === 0) throw new Error('The browser has recorded no tasks.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
