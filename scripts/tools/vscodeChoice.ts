/**
 * Decides which VS Code the tests run in: a desktop VS Code, as users have it, or VS Code's server in a browser, which
 * needs no desktop. Pure functions over plain data. The reason is printed, so that the two are not confused.
 */

export type VscodeKind = 'desktop' | 'server';

export interface Machine {
  readonly platform: NodeJS.Platform;
  /** Whether there is a display for windows. */
  readonly hasDisplay: boolean;
  /** The executable of `xvfb-run`, which provides a virtual display. */
  readonly xvfbRun: string | undefined;
}

export type Plan =
  | { readonly kind: 'server'; readonly reason: string }
  | {
      readonly kind: 'desktop';
      /** Prefixes the command line that starts VS Code. */
      readonly wrapper: readonly string[];
      /** The choice if a desktop VS Code is not installed and cannot be downloaded. */
      readonly otherwise: 'server' | 'fail';
    }
  | { readonly kind: 'fail'; readonly reason: string };

/** A desktop VS Code, downloaded or installed. */
export interface DesktopVscode {
  readonly kind: 'found';
  readonly executable: string;
  readonly version: string;
  readonly origin: 'downloaded' | 'installed';
}

export interface NoDesktopVscode {
  readonly kind: 'none';
  /** Completes "because …". */
  readonly reason: string;
}

export type Choice =
  | { readonly kind: 'server'; readonly reason: string }
  | { readonly kind: 'desktop'; readonly vscode: DesktopVscode; readonly wrapper: readonly string[] }
  | { readonly kind: 'fail'; readonly reason: string };

/** Parses the choice made in an environment variable; unset and "" mean no choice. */
export function readRequest(
  name: string,
  value: string | undefined,
):
  | { readonly kind: 'valid'; readonly requested: VscodeKind | undefined }
  | { readonly kind: 'fail'; readonly reason: string } {
  if (!value) return { kind: 'valid', requested: undefined };
  if (value === 'desktop' || value === 'server') return { kind: 'valid', requested: value };
  return { kind: 'fail', reason: `${name} is "${value}"; it can be "desktop" or "server"` };
}

/** The first choice. `preferred` is the suite's choice if both are available. */
export function planVscode(requested: VscodeKind | undefined, preferred: VscodeKind, machine: Machine): Plan {
  const isWindows = machine.platform === 'win32';
  if (requested === 'server' && isWindows) return { kind: 'fail', reason: "VS Code's server does not run on Windows" };
  if (requested === 'server') return { kind: 'server', reason: 'it was asked for' };
  if (!requested && preferred === 'server' && !isWindows) return { kind: 'server', reason: 'it needs no desktop' };
  const otherwise = requested || isWindows ? 'fail' : 'server';
  if (machine.platform !== 'linux') return { kind: 'desktop', wrapper: [], otherwise };
  // A window on the user's display would also receive what the user types.
  if (machine.xvfbRun) return { kind: 'desktop', wrapper: [machine.xvfbRun, '-a'], otherwise };
  if (machine.hasDisplay) return { kind: 'desktop', wrapper: [], otherwise };
  return { kind: otherwise, reason: 'there is neither a display nor xvfb-run for the desktop' };
}

/** The final choice, after the search for a desktop VS Code. */
export function chooseVscode(plan: Plan, desktop: DesktopVscode | NoDesktopVscode): Choice {
  if (plan.kind !== 'desktop') return plan;
  if (desktop.kind === 'found') return { kind: 'desktop', vscode: desktop, wrapper: plan.wrapper };
  return { kind: plan.otherwise, reason: desktop.reason };
}

/** The first line of a run's output. */
export function describeChoice(choice: Choice): string {
  if (choice.kind === 'server') return `Runs in VS Code's server, because ${choice.reason}.`;
  if (choice.kind === 'fail') return `There is no VS Code to run in: ${choice.reason}.`;
  const { version, origin, executable } = choice.vscode;
  const source = origin === 'downloaded' ? 'downloaded with @vscode/test-electron' : `installed as ${executable}`;
  return `Runs in the desktop VS Code ${version}, ${source}.`;
}
