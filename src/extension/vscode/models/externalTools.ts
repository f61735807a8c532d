import * as vscode from 'vscode';
import type { ExternalOutcome, ExternalPart, ExternalToolInfo, ExternalTools } from '../../ports/externalTools.ts';
import type { Log } from '../../ports/log.ts';
import { keepFocusIfAsked, type PanelFocus } from '../commands/keepFocus.ts';
import { groupByServer } from '../../tools/externalServers.ts';

/** Starts MCP servers. Not part of VS Code's API, so VS Code may remove the command. */
const START_SERVERS = 'workbench.mcp.startServer';

/**
 * The tools of MCP servers and of installed extensions, without VS Code's own, which work only in VS Code's chat. VS
 * Code itself asks the user before a call, unless an MCP tool declares itself read-only.
 */
export function createExternalTools(log: Log, panel: PanelFocus): ExternalTools {
  const failures = new Map<string, string>();
  let startProblem: string | undefined;
  return {
    async start() {
      try {
        startProblem = undefined;
        // If an extension needs the servers of .vscode/mcp.json and of the user's settings, VS Code does not start them
        // by itself.
        await vscode.commands.executeCommand(START_SERVERS, '*', { waitForLiveTools: true });
      } catch (error) {
        startProblem = error instanceof Error ? error.message : String(error);
        log.warn(`MCP servers could not be started: ${startProblem}`);
      }
    },

    get startProblem() {
      return startProblem;
    },

    servers() {
      // VS Code reports the servers of `mcp.json` files as a setting.
      const configured: unknown = vscode.workspace.getConfiguration('mcp').get('servers');
      const names = typeof configured === 'object' && configured !== null ? Object.keys(configured) : [];
      const tools = vscode.lm.tools.filter(({ tags }) => tags.includes('mcp'));
      return groupByServer(
        names,
        tools.map(({ name, description }) => {
          const failure = failures.get(name);
          return { name, description, ...(failure !== undefined && { failure }) };
        }),
      );
    },

    list() {
      const owners = contributedTools();
      return vscode.lm.tools.flatMap(({ name, description, inputSchema, tags }): ExternalToolInfo[] => {
        const owner = tags.includes('mcp') ? '' : owners.get(name);
        return owner === undefined ? [] : [{ name, description, inputSchema, owner }];
      });
    },

    async invoke(name, input, signal) {
      signal.throwIfAborted();
      const source = new vscode.CancellationTokenSource();
      const onAbort = (): void => source.cancel();
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        const outcome = await keepFocusIfAsked(
          panel,
          () => invokeTool(name, input, source.token, signal),
          ({ kind }) => kind === 'denied',
        );
        if (outcome.kind === 'failed') failures.set(name, outcome.message);
        else failures.delete(name);
        return outcome;
      } finally {
        signal.removeEventListener('abort', onAbort);
        source.dispose();
      }
    },
  };
}

/** Returns the display names of extensions, by the names of the tools that they contribute. */
function contributedTools(): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { packageJSON, id } of vscode.extensions.all) {
    const manifest = packageJSON as Manifest;
    if (manifest.isBuiltin === true) continue;
    for (const { name } of manifest.contributes?.languageModelTools ?? []) {
      if (typeof name === 'string') owners.set(name, manifest.displayName ?? id);
    }
  }
  return owners;
}

interface Manifest {
  readonly isBuiltin?: boolean;
  readonly displayName?: string;
  readonly contributes?: { readonly languageModelTools?: readonly { readonly name?: unknown }[] };
}

async function invokeTool(
  name: string,
  input: object,
  token: vscode.CancellationToken,
  signal: AbortSignal,
): Promise<ExternalOutcome> {
  try {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
    signal.throwIfAborted();
    return { kind: 'done', parts: content.flatMap(toPart) };
  } catch (error) {
    signal.throwIfAborted();
    if (isCancelled(error)) return { kind: 'denied' };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** True for VS Code's error after the user has denied the call. */
function isCancelled(error: unknown): boolean {
  return error instanceof Error && (error instanceof vscode.CancellationError || error.name === 'Canceled');
}

/** Converts parts of unknown types too, because a later VS Code may add types. */
function toPart(part: unknown): ExternalPart[] {
  if (part instanceof vscode.LanguageModelTextPart) return [{ type: 'text', text: part.value }];
  if (typeof part !== 'object' || part === null) return [];
  const { mimeType, data, value } = part as { mimeType?: unknown; data?: unknown; value?: unknown };
  if (typeof mimeType === 'string' && data instanceof Uint8Array) return [{ type: 'data', mimeType, data }];
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  return value === undefined ? [] : [{ type: 'text', text: JSON.stringify(value) }];
}
