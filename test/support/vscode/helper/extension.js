// @ts-check
/**
 * An extension that UI tests install in addition to Premove. It runs commands by id and changes settings for the test,
 * which runs outside VS Code. It listens on a port of the loopback interface and writes the port's number to a file.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import * as vscode from 'vscode';

/** @param {vscode.ExtensionContext} context */
export function activate(context) {
  const portFile = process.env.PREMOVE_TEST_HELPER;
  if (!portFile) return;
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await perform(JSON.parse(Buffer.concat(chunks).toString())).then(
      (result) => ({ result }),
      (error) => ({ error: String(error?.stack ?? error) }),
    );
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address && typeof address === 'object') writeFileSync(portFile, String(address.port));
  });
  context.subscriptions.push({ dispose: () => server.close() });
}

/** @param {{ command?: string, args?: unknown[], settings?: Record<string, unknown> }} request */
async function perform({ command, args = [], settings = {} }) {
  for (const [name, value] of Object.entries(settings)) {
    await vscode.workspace.getConfiguration().update(name, value ?? undefined, vscode.ConfigurationTarget.Global);
  }
  return command ? vscode.commands.executeCommand(command, ...args) : undefined;
}
