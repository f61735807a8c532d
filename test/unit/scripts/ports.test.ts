import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, portProblem } from '../../../scripts/tools/ports.ts';

test('portProblem reports that a port is in use while a server listens on it', async () => {
  const port = await freePort();
  expect(await portProblem(port)).toBeUndefined();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await portProblem(port)).toBe(`Port ${port} is in use.`);
  await new Promise((resolve) => server.close(resolve));
  expect(await portProblem(port)).toBeUndefined();
});
