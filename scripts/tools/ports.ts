import { createServer } from 'node:net';

/** A TCP port on the loopback interface that is free at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port was assigned')),
      );
    });
  });
}

/** Why a loopback port cannot be used at the moment, as a sentence; undefined if it is free. */
export function portProblem(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EADDRINUSE') resolve(portInUse(port));
      else resolve(`Port ${port} cannot be used (${code ?? message}).`);
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

export function portInUse(port: number): string {
  return `Port ${port} is in use.`;
}
