import { Emitter } from '../../src/extension/base/emitter.ts';
import type {
  AgentExecution,
  MenuKey,
  TerminalListener,
  Terminals,
  WatchableTerminal,
} from '../../src/extension/ports/terminals.ts';
import type { TerminalScreen } from '../../src/extension/terminal/screen.ts';

/** An agent that a test runs in a fake terminal. */
export interface FakeAgent {
  readonly execution: AgentExecution;
  /** Replaces the whole screen, as a redraw does. */
  draw(screen: string): void;
  /** Reports whether the agent is at work. */
  reportProgress(active: boolean): void;
  /** Writes raw output, for the real emulator. */
  write(data: string): void;
  /** Resolves when all output has been read and processed. */
  drained(): Promise<void>;
  end(): void;
  /** True after the watch has stopped reading the output. */
  readonly isLeft: boolean;
}

/** Terminals in memory. A fake screen shows the last text that its agent has drawn. */
export function createFakeTerminals() {
  const sent: { terminal: string; text: string; enter: boolean }[] = [];
  const pressed: { terminal: string; key: MenuKey }[] = [];
  let onPress: ((key: MenuKey) => void) | undefined;
  let onType: ((terminal: string, text: string) => void) | undefined;
  /** By terminal id: types text into the agent that runs there. */
  const echoes = new Map<string, (text: string) => void>();
  const shown: string[] = [];
  const keyReads: string[] = [];
  const running = new Map<string, AgentExecution>();
  const closed = new Set<string>();
  let listener: TerminalListener | undefined;
  let active: (WatchableTerminal & { readonly reportsCommands: boolean }) | undefined;
  let count = 0;
  let opened = 0;
  const terminals: WatchableTerminal[] = [];

  const port: Terminals = {
    follow(next) {
      listener = next;
      for (const execution of running.values()) next.onDidStart(execution);
      for (const terminal of terminals) next.onDidOpen(terminal);
      return { dispose: () => void (listener = undefined) };
    },
    active: () => active,
    show: (id) => void shown.push(id),
    async press(terminal, key) {
      if (closed.has(terminal)) return 'closed';
      pressed.push({ terminal, key });
      const typed = sent.at(-1);
      if (key === 'enter' && typed?.terminal === terminal) typed.enter = true;
      onPress?.(key);
      return 'sent';
    },
    async type(terminal, text) {
      if (closed.has(terminal)) return 'closed';
      sent.push({ terminal, text, enter: false });
      if (onType) onType(terminal, text);
      else echoes.get(terminal)?.(text);
      return 'sent';
    },
  };

  return {
    port,
    /** The texts that were typed into terminals. `enter`: whether Enter was pressed after the text. */
    sent,
    /** The keys that were pressed in terminals. */
    pressed,
    /** Sets a function that is called with each pressed key, and reacts to the key in place of a program. */
    react: (listener: (key: MenuKey) => void) => void (onPress = listener),
    /** Sets a function that is called with each typed text. Without it, the text appears on the screen. */
    reactToText: (listener: (terminal: string, text: string) => void) => void (onType = listener),
    /** The ids of the terminals that were shown. */
    shown,
    /** The ids of the terminals whose `key()` was called, once per call. */
    keyReads,
    /** Whether there is a listener. */
    get isFollowed() {
      return listener !== undefined;
    },
    setActive(terminal: WatchableTerminal | undefined, reportsCommands = true): void {
      active = terminal && { ...terminal, reportsCommands };
    },
    open(id: string, name = id): WatchableTerminal {
      const position = (opened += 1);
      const key = async (): Promise<string> => {
        keyReads.push(id);
        return `process-${id}`;
      };
      const terminal: WatchableTerminal = { id, name, position: () => (closed.has(id) ? -1 : position), key };
      terminals.push(terminal);
      listener?.onDidOpen(terminal);
      return terminal;
    },
    run(terminal: WatchableTerminal, commandLine = 'claude'): FakeAgent {
      const id = `execution-${(count += 1)}`;
      const output = createOutput();
      const execution: AgentExecution = {
        id,
        terminal,
        commandLine,
        output: output.stream(),
        stopReading: output.stop,
      };
      running.set(id, execution);
      let drawn = '';
      const draw = (screen: string): void => {
        drawn = screen;
        output.push(JSON.stringify({ screen }));
      };
      // A prompt at the end gets the text. Otherwise the text is on the next line, as when a shell reads a line.
      echoes.set(terminal.id, (text) => draw(/❯ ?$/u.test(drawn) ? `${drawn}${text}` : `${drawn}\n${text}`));
      listener?.onDidStart(execution);
      return {
        execution,
        draw,
        write: (data) => output.push(data),
        drained: () => output.drained(),
        reportProgress: (active) => output.push(JSON.stringify({ active })),
        end() {
          running.delete(id);
          output.end();
          listener?.onDidEnd(id);
        },
        get isLeft() {
          return output.isLeft;
        },
      };
    },
    close(terminal: WatchableTerminal): void {
      closed.add(terminal.id);
      for (const [id, execution] of running) {
        if (execution.terminal.id !== terminal.id) continue;
        running.delete(id);
        listener?.onDidEnd(id);
      }
      listener?.onDidClose(terminal.id);
    },
    findUnreadable: (terminal: WatchableTerminal) => listener?.onDidFindUnreadable(terminal),
    createScreen: async (): Promise<TerminalScreen> => createFakeScreen(),
  };
}

function createFakeScreen(): TerminalScreen {
  const emitter = new Emitter<boolean>();
  let lines: readonly string[] = [];
  /** The lines of settled screens. `readLines` returns them first, as for a program in a real alternate screen. */
  let settled: readonly string[] = [];
  return {
    async write(data) {
      const { screen, active } = JSON.parse(data) as { screen?: string; active?: boolean };
      if (screen !== undefined) lines = screen.split('\n');
      if (active !== undefined) emitter.fire(active);
    },
    readLines: (wanted) => [...settled.filter((line) => !lines.includes(line)), ...lines].slice(-wanted),
    readCurrent: (wanted) => lines.slice(-wanted),
    readStyled: (wanted) => lines.slice(-wanted).map((text) => ({ text, backgrounds: [], looks: [] })),
    settle: () => void (settled = [...settled, ...lines]),
    onDidReportProgress: emitter.event,
    dispose: () => emitter.dispose(),
  };
}

function createOutput() {
  const unread: string[] = [];
  let hasEnded = false;
  let isLeft = false;
  let wake: (() => void) | undefined;
  let onEmpty: (() => void) | undefined;
  return {
    drained: () => new Promise<void>((resolve) => (onEmpty = resolve)),
    push(data: string) {
      unread.push(data);
      wake?.();
    },
    end() {
      hasEnded = true;
      wake?.();
    },
    stop() {
      isLeft = true;
      hasEnded = true;
      wake?.();
    },
    get isLeft() {
      return isLeft;
    },
    async *stream(): AsyncGenerator<string> {
      for (;;) {
        const data = unread.shift();
        if (data !== undefined) yield data;
        else if (hasEnded) return;
        else {
          onEmpty?.();
          await new Promise<void>((resolve) => (wake = resolve));
        }
      }
    },
  };
}
