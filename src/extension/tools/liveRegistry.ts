import type { Clock } from '../ports/clock.ts';
import { within } from '../base/timers.ts';
import type { ExternalTools } from '../ports/externalTools.ts';
import { createToolRegistry, type ToolRegistry } from './registry.ts';
import type { Tool } from './tool.ts';
import { toExternalTools } from './externalTools.ts';

/** Milliseconds that the first prompt waits for servers to start; their tools join a later one where they take longer. */
const PATIENCE = 5000;

/**
 * Our own tools and, behind them, those that VS Code lends. External tools come and go, but the registry changes only
 * between prompts, in `refresh`: all requests of a prompt declare the same tools, and as long as the set stays the same
 * they are the same objects in the same order. Whoever keeps a request sees a changed set by its declarations.
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
    this.current = createToolRegistry(own);
  }

  get declarations(): ToolRegistry['declarations'] {
    return this.current.declarations;
  }

  find(name: string): Tool | undefined {
    return this.current.find(name);
  }

  /**
   * Before a prompt: starts the servers once, and takes over the external tools of now. A repository can name servers, so none is
   * started before the user trusts the workspace. Only one prompt waits for the start, because it may hang for as long as
   * VS Code asks the user whether a server is to be trusted. Never rejects.
   */
  async refresh(): Promise<void> {
    if (this.isTrusted()) this.firstWait ??= within(PATIENCE, this.external.start(), this.clock);
    await this.firstWait;
    const taken = new Set(this.own.map((tool) => tool.name));
    const next = createToolRegistry([...this.own, ...toExternalTools(this.external, taken)]);
    const isSame = JSON.stringify(next.declarations) === JSON.stringify(this.current.declarations);
    if (!isSame) this.current = next;
  }
}
