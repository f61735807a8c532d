import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type * as vscode from 'vscode';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { recordEarlyAgents, type EarlyHost } from '../../../src/extension/vscode/terminal/earlyTerminals.ts';
import { WindowTerminals, type TerminalsHost } from '../../../src/extension/vscode/terminal/windowTerminals.ts';
import { createFakeConfiguration } from './fakeConfiguration.ts';

/** A window without open terminals, in which commands can start. */
function createFakeWindow() {
  const starts = new Emitter<vscode.TerminalShellExecutionStartEvent>();
  let subscriptions = 0;
  const counted = <T>(event: Emitter<T>['event']): Emitter<T>['event'] => {
    return (listener) => {
      const subscription = event(listener);
      subscriptions += 1;
      return {
        dispose: () => {
          subscriptions -= 1;
          subscription.dispose();
        },
      };
    };
  };
  const never = counted(new Emitter<never>().event);
  const host = {
    terminals: [],
    activeTerminal: undefined,
    onDidStartTerminalShellExecution: counted(starts.event),
    onDidEndTerminalShellExecution: never,
    onDidCloseTerminal: never,
    onDidOpenTerminal: never,
    onDidChangeActiveTerminal: never,
  } as unknown as TerminalsHost;
  return {
    host,
    get subscriptions() {
      return subscriptions;
    },
    /** Reports a command. Returns whether its output is read when all handlers of the event have returned. */
    start(commandLine: string): boolean {
      let isRead = false;
      const read = (): AsyncIterable<string> => {
        isRead = true;
        return { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) };
      };
      const event = { terminal: {}, execution: { commandLine: { value: commandLine }, read } };
      starts.fire(event as unknown as vscode.TerminalShellExecutionStartEvent);
      return isRead;
    },
  };
}

function record(mode: unknown, isTrusted = true) {
  const window = createFakeWindow();
  const configuration = createFakeConfiguration({ 'terminalWatch.mode': { defaultValue: 'off', globalValue: mode } });
  const trusts = new Emitter<void>();
  const state = { isTrusted };
  const host = {
    getConfiguration: configuration.host.getConfiguration,
    onDidChangeConfiguration: configuration.host.onDidChangeConfiguration,
    onDidGrantWorkspaceTrust: trusts.event,
    get isTrusted() {
      return state.isTrusted;
    },
  } as EarlyHost;
  let agents = 0;
  const recording = recordEarlyAgents(host, new WindowTerminals(window.host, silentLog), () => (agents += 1));
  return {
    configuration,
    recording,
    window,
    trust(): void {
      state.isTrusted = true;
      trusts.fire();
    },
    get agents() {
      return agents;
    },
  };
}

test('VS Code activates the extension before an agent can start in a terminal', () => {
  const { activationEvents } = JSON.parse(readFileSync('package.json', 'utf8')) as { activationEvents: string[] };
  expect(activationEvents).toContain('onTerminalShellIntegration:*');
});

describe('the output of an agent that starts before the rest of Premove is loaded', () => {
  test.each(['on', 'ask'])('is read before the event has been handled in mode %s', (mode) => {
    const early = record(mode);
    expect(early.window.start('claude')).toBe(true);
    expect(early.agents).toBe(1);
  });

  test('is not read in mode off, and VS Code’s events have no subscriptions', () => {
    const early = record('off');
    expect(early.window.start('claude')).toBe(false);
    expect([early.agents, early.window.subscriptions]).toEqual([0, 0]);
  });

  test('is read as soon as the setting changes to on, and no longer after a change to off', () => {
    const early = record(undefined);
    expect(early.window.start('claude')).toBe(false);
    early.configuration.set('terminalWatch.mode', { globalValue: 'on' });
    expect(early.window.start('claude')).toBe(true);
    early.configuration.set('terminalWatch.mode', { globalValue: 'off' });
    expect(early.window.start('claude')).toBe(false);
    expect([early.agents, early.window.subscriptions]).toEqual([1, 0]);
  });

  test('is not read if only the workspace has switched the watch on', () => {
    const early = record('off');
    early.configuration.set('terminalWatch.mode', { globalValue: 'off', workspaceValue: 'on' });
    expect(early.window.start('claude')).toBe(false);
  });

  test('is not read in an untrusted workspace until the user trusts the workspace', () => {
    const early = record('on', false);
    expect(early.window.start('claude')).toBe(false);
    early.trust();
    expect(early.window.start('claude')).toBe(true);
  });

  test('is not read if the setting changes to on after the recording is disposed', () => {
    const early = record('off');
    early.recording.dispose();
    early.configuration.set('terminalWatch.mode', { globalValue: 'on' });
    expect(early.window.start('claude')).toBe(false);
    expect(early.configuration.listeners).toBe(0);
  });
});

test('the output of a command that starts no agent is not read', () => {
  const early = record('on');
  expect(early.window.start('npm test')).toBe(false);
  expect(early.agents).toBe(0);
});
