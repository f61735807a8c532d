import { Semaphore } from '../../../base/semaphore.ts';
import { BUILT_IN_AGENTS, type AgentReport, type RunAgent } from '../../../tools/agents.ts';
import { AgentProgressFeed } from './agentProgress.ts';
import { EXPLORE, GENERAL, roleOf, type AgentRole } from './agentRole.ts';
import { AgentRun, type AgentRunnerOptions } from './agentRun.ts';
import type { CallingTurn } from '../toolRunner.ts';

/** Agents of one chat that run at the same time. */
const MAX_RUNNING = 3;

/** Starts the sub-agents of one chat (seed 001). */
export class AgentRunner {
  private readonly options: AgentRunnerOptions;
  private readonly semaphore = new Semaphore(MAX_RUNNING);
  private started = 0;

  constructor(options: AgentRunnerOptions) {
    this.options = options;
  }

  forTurn(turn: CallingTurn): RunAgent {
    return async ({ agent, task }, onProgress, signal) => {
      const role = this.roleFor(agent);
      if (!role) return { kind: 'unknown', names: this.names };
      this.started += 1;
      const scope = `agent-${this.started}:`;
      const feed = new AgentProgressFeed(role.name, scope, onProgress);
      const run = (): Promise<AgentReport> =>
        new AgentRun({ ...this.options, role, turn, scope, feed }).execute(task, signal);
      try {
        return await this.semaphore.run(run, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        // The agent was stopped while it waited for a slot, or before its model was known.
        return { kind: 'ended', end: { kind: 'stopped' }, text: '', work: feed.toWork() };
      }
    };
  }

  private roleFor(name: string): AgentRole | undefined {
    const wanted = name.trim().toLowerCase();
    const builtIn = [EXPLORE, GENERAL].find((role) => role.name === wanted);
    if (builtIn) return builtIn;
    const found = this.options.ports.fileAgents().find((agent) => agent.name.toLowerCase() === wanted);
    return found && roleOf(found, this.options.runner.registry);
  }

  private get names(): readonly string[] {
    return [...BUILT_IN_AGENTS, ...this.options.ports.fileAgents()].map(({ name }) => name);
  }
}
