import { expect, test } from 'vitest';
import { npmStart } from './npmStart.ts';

test('npm start prints the usage for an unknown option', async () => {
  const run = await npmStart('--prot', '8080');
  try {
    expect(await run.ended).toBe(2);
    expect(run.output()).toContain('There is no option --prot.\n\nnpm start [-- options]');
    expect(run.output()).not.toMatch(/^\s+at /m);
  } finally {
    await run.close();
  }
});
