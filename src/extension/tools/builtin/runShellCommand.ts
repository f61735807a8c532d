import * as z from 'zod';
import { runShellCommandTexts } from '../../base/texts/toolTexts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Shell, ShellRequest } from '../../ports/shell.ts';
import { ChangedFiles } from '../changedFiles.ts';
import type { KeptOutput } from '../../ports/keptOutput.ts';
import { LiveReport } from '../liveReport.ts';
import { ShellOutput } from '../shellOutput.ts';
import { toShellSummary, toShellText } from '../shellReport.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolOutcome } from '../tool.ts';
import { resolveToolPath } from '../toolPath.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

/** Milliseconds. */
const DEFAULT_TIMEOUT = 120_000;
const MAX_TIMEOUT = 600_000;
/** A smaller timeout is refused, because the model probably means seconds. */
const MIN_TIMEOUT = 1000;

const schema = z.object({
  command: z.string().trim().min(1).describe('The command, as typed in the shell.'),
  directory: z
    .string()
    .min(1)
    .optional()
    .describe('The folder to run in: absolute, or relative to the workspace. Default: the first workspace folder.'),
  timeout: z
    .int()
    .min(MIN_TIMEOUT)
    .max(MAX_TIMEOUT)
    .optional()
    .describe(`Milliseconds after which the command is stopped, at most ${MAX_TIMEOUT}. Default: ${DEFAULT_TIMEOUT}.`),
  description: z.string().optional().describe('What the command does, in a few words.'),
});
type Input = z.infer<typeof schema>;

export interface ShellCommandPorts {
  readonly shell: Shell;
  readonly keep: KeptOutput;
  readonly clock: Clock;
  /** The names, for the model, of files with unsaved text in an editor. */
  readonly unsavedFiles: () => Promise<readonly string[]>;
}

export function createRunShellCommand(ports: ShellCommandPorts): Tool<Input> {
  return {
    name: 'run_shell_command',
    description: describeTool(ports.shell),
    kind: 'execute',
    record: { rendering: 'command', texts: runShellCommandTexts, speculation: 'command' },
    schema,
    describe: ({ command, directory }) => {
      const line = command.split(/\r?\n/).join(' ⏎ ');
      return directory === undefined ? line : `${line} (in ${directory})`;
    },
    paths: ({ directory }) => (directory === undefined ? [] : [directory]),
    subject: ({ command, directory }) => ({
      kind: 'command',
      command,
      ...(directory !== undefined && { directory }),
    }),
    async execute(input, context, signal) {
      const directory = await directoryOf(input, context);
      if (typeof directory !== 'string') return { ...directory, hasNotRun: true };
      const { command, timeout = DEFAULT_TIMEOUT } = input;
      return runCommand({ command, directory, timeout }, ports, context, signal);
    },
  };
}

async function directoryOf({ directory }: Input, { workspace }: ToolContext): Promise<string | ToolOutcome> {
  if (directory !== undefined) {
    const target = await resolveToolPath(workspace, directory);
    return target.kind === 'refused' ? target.outcome : target.path;
  }
  const [first] = workspace.roots;
  return first?.path ?? failed('No folder is open, so commands cannot run.', resultTexts.noFolder());
}

async function runCommand(
  request: ShellRequest,
  { shell: ownShell, keep: ownKeep, clock, unsavedFiles }: ShellCommandPorts,
  { workspace, seen, report, shell = ownShell, keep = ownKeep }: ToolContext,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const unsaved = await unsavedFiles();
  const changes = await ChangedFiles.watch(workspace, seen, signal);
  const output = new ShellOutput(keep);
  const live = new LiveReport(() => report?.(output.live()), clock);
  const started = clock.now();
  const onOutput = (chunk: string): Promise<void> | undefined => {
    const wait = output.push(chunk);
    live.noteChange();
    return wait;
  };
  try {
    const result = await shell.run(request, onOutput, signal);
    const duration = clock.now() - started;
    // A new signal, because changed files are reported even after the user has stopped the command.
    const changed = await changes.find(new AbortController().signal);
    const facts = { result, output: await output.end(), timeout: request.timeout, duration, unsaved, changed };
    const text = toShellText(facts);
    const summary = toShellSummary(facts);
    const isGood = result.end.kind === 'exited' && result.end.code === 0;
    const ended = isGood ? succeeded(text, summary) : failed(text, summary);
    const outcome = {
      ...ended,
      ...(result.readsOnly && { readsOnly: true }),
      ...(changed.length > 0 && { changedFiles: changed }),
      ...(result.end.kind === 'not-started' && { hasNotRun: true }),
    };
    const { painted } = facts.output;
    if (painted === undefined) return outcome;
    return { ...outcome, painted: toShellText({ ...facts, output: { ...facts.output, text: painted } }) };
  } finally {
    live.dispose();
  }
}

function describeTool({ name, dialect }: Shell): string {
  const background =
    dialect === 'posix'
      ? ' Run servers in the background: `npm start > server.log 2>&1 &`. They run until VS Code is closed; with `setsid` ' +
        'in front, they keep running. If a command is stopped or times out, all processes that it started end too.'
      : ' If a command is stopped or times out, its child processes end too. Processes that it started with ' +
        'Start-Process may keep running.';
  return (
    `Runs a command in ${name} on the user's machine and returns its output and exit code. Each call starts a new ` +
    'shell: the current folder and variables do not carry over. Commands get no input, so pass flags like ' +
    `--yes.${background} The environment does not contain the API keys of model providers. To read, search and edit ` +
    'files, prefer the other tools.'
  );
}
