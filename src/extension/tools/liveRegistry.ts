import type { Clock } from '../ports/clock.ts';
import { within } from '../base/timers.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { ExternalTools } from '../ports/externalTools.ts';
import { createToolRegistry, type ToolRegistry } from './registry.ts';
import type { Tool } from './tool.ts';
import { toExternalTools } from './externalTools.ts';

/**
 * Maximum number of milliseconds that a prompt waits for MCP servers to start. The tools of slower servers become
 * available for a later prompt.
 */
const START_TIMEOUT = 5000;

/**
 * The built-in tools, then VS Code's external tools. Changes only in `refresh`, between prompts, so that all requests
 * of a prompt declare the same tools in the same order.
 */
export class LiveToolRegistry implements ToolRegistry {
  private readonly own: readonly Tool[];
  private readonly external: ExternalTools;
  private readonly isTrusted: () => boolean;
  private readonly clock: Clock;
  private current: ToolRegistry;
  private firstWait: Promise<unknown> | undefined;

  constructor(own: readonly Tool[], external: ExternalTools, isTrusted: () => boolean, clock: Clock) {
    this.own = own;
    this.external = external;
    this.isTrusted = isTrusted;
    this.clock = clock;
    this.current = createToolRegistry(own, ({ isOffered }) => isOffered === undefined);
  }

  get declarations(): ToolRegistry['declarations'] {
    return this.current.declarations;
  }

  find(name: string): Tool | undefined {
    return this.current.find(name);
  }

  /**
   * Must be called before each prompt. Starts the MCP servers once, and updates the tools. A repository can name
   * servers, so they start only in a trusted workspace. A prompt waits for them at most `START_TIMEOUT`, because VS
   * Code may be asking the user whether to trust a server. Never rejects.
   */
  async refresh(model: SelectedModel): Promise<void> {
    if (this.isTrusted()) this.firstWait ??= within(START_TIMEOUT, this.external.start(), this.clock);
    await this.firstWait;
    const taken = new Set(this.own.map((tool) => tool.name));
    const tools = [...this.own, ...toExternalTools(this.external, taken)];
    const next = createToolRegistry(tools, ({ isOffered }) => isOffered?.(model) ?? true);
    const isSame = JSON.stringify(next.declarations) === JSON.stringify(this.current.declarations);
    if (!isSame) this.current = next;
  }
}
