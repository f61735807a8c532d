import { mistake, readOptions, type Mistake } from './tools/options.ts';

export const USAGE = `npm start [-- options]

  --port <n>  port of the address if VS Code runs in the browser; any free port by default
  --web       run VS Code in the browser even if the desktop VS Code is installed
  --no-open   do not open the browser, only print the address
  --keep      keep settings and state for the next \`npm start -- --keep\`
  --help      show this text`;

export interface StartOptions {
  readonly kind: 'options';
  /** 1 to 65535; undefined for any free port. */
  readonly port: number | undefined;
  readonly web: boolean;
  readonly open: boolean;
  readonly keep: boolean;
  readonly help: boolean;
}

/** Parses the options of `npm start`, given after `--`. */
export function readStartOptions(args: readonly string[]): StartOptions | Mistake {
  const read = readOptions(args, { port: 'value', web: 'flag', open: 'flag', keep: 'flag', help: 'flag' });
  if (read.kind === 'mistake') return read;
  const { values, flags, positionals } = read;
  // Without the `--`, npm consumes the options itself and passes on only their values.
  if (positionals[0] !== undefined) return mistake(`Write options after --: "${positionals[0]}" is not an option`);
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !isPort(values.port ?? '')) {
    return mistake(`--port takes a number from 1 to 65535, not "${values.port}"`);
  }
  const { web = false, open = true, keep = false, help = false } = flags;
  return { kind: 'options', port, web, open, keep, help };
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}
