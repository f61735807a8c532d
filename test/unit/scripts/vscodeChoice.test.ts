import { expect, test } from 'vitest';
import {
  chooseVscode,
  describeChoice,
  type DesktopVscode,
  type Machine,
  planVscode,
  readRequest,
  type VscodeKind,
} from '../../../scripts/tools/vscodeChoice.ts';

const LINUX: Machine = { platform: 'linux', hasDisplay: false, xvfbRun: undefined };
const MAC: Machine = { platform: 'darwin', hasDisplay: true, xvfbRun: undefined };
const WINDOWS: Machine = { platform: 'win32', hasDisplay: true, xvfbRun: undefined };
const FOUND: DesktopVscode = { kind: 'found', executable: '/vscode/code', version: '1.139.1', origin: 'downloaded' };
const NONE = { kind: 'none', reason: 'the desktop VS Code could not be downloaded (ENOTFOUND)' } as const;
const NO_SCREEN = 'there is neither a display nor xvfb-run for the desktop';

interface Case {
  readonly requested?: VscodeKind;
  readonly preferred?: VscodeKind;
  readonly machine: Machine;
  readonly desktop?: DesktopVscode | typeof NONE;
}

const choose = ({ requested, preferred = 'desktop', machine, desktop = FOUND }: Case) =>
  chooseVscode(planVscode(requested, preferred, machine), desktop);

test.each<[string, Case, readonly string[]]>([
  ['on macOS', { machine: MAC }, []],
  ['on Windows', { machine: WINDOWS }, []],
  ['on Windows, even if the suite prefers the server', { machine: WINDOWS, preferred: 'server' }, []],
  ['on Linux with a display', { machine: { ...LINUX, hasDisplay: true } }, []],
  ['on Linux under xvfb-run', { machine: { ...LINUX, xvfbRun: '/bin/xvfb-run' } }, ['/bin/xvfb-run', '-a']],
  [
    'under xvfb-run even with a display, because a window there would take the focus',
    { machine: { ...LINUX, hasDisplay: true, xvfbRun: '/bin/xvfb-run' } },
    ['/bin/xvfb-run', '-a'],
  ],
  ['if the desktop was asked for', { machine: MAC, requested: 'desktop', preferred: 'server' }, []],
])('chooseVscode chooses the desktop %s', (_, given, wrapper) => {
  expect(choose(given)).toEqual({ kind: 'desktop', vscode: FOUND, wrapper });
});

test.each<[string, Case, string]>([
  ['if the machine cannot show a window', { machine: LINUX }, NO_SCREEN],
  ['if the desktop is not available', { machine: MAC, desktop: NONE }, NONE.reason],
  ['if the suite prefers the server', { machine: MAC, preferred: 'server' }, 'it needs no desktop'],
  ['if the server was asked for', { machine: MAC, requested: 'server' }, 'it was asked for'],
])('chooseVscode chooses the server %s, and gives the reason', (_, given, reason) => {
  expect(choose(given)).toEqual({ kind: 'server', reason });
  expect(describeChoice(choose(given))).toBe(`Runs in VS Code's server, because ${reason}.`);
});

test.each<[string, Case, string]>([
  [
    'the desktop was asked for and is not available',
    { machine: MAC, requested: 'desktop', desktop: NONE },
    NONE.reason,
  ],
  ['the desktop was asked for and the machine cannot show it', { machine: LINUX, requested: 'desktop' }, NO_SCREEN],
  ['Windows has no desktop VS Code', { machine: WINDOWS, desktop: NONE }, NONE.reason],
  [
    'the server is asked for on Windows',
    { machine: WINDOWS, requested: 'server' },
    "VS Code's server does not run on Windows",
  ],
])('chooseVscode fails, instead of running something else, when %s', (_, given, reason) => {
  expect(choose(given)).toEqual({ kind: 'fail', reason });
});

test('describeChoice names the version and origin of the desktop', () => {
  expect(describeChoice(choose({ machine: MAC }))).toBe(
    'Runs in the desktop VS Code 1.139.1, downloaded with @vscode/test-electron.',
  );
  expect(describeChoice(choose({ machine: MAC, desktop: { ...FOUND, origin: 'installed' } }))).toBe(
    'Runs in the desktop VS Code 1.139.1, installed as /vscode/code.',
  );
});

test('readRequest accepts "desktop", "server" or nothing, and refuses other words', () => {
  expect(readRequest('PREMOVE_HOST', undefined)).toEqual({ kind: 'valid', requested: undefined });
  expect(readRequest('PREMOVE_HOST', '')).toEqual({ kind: 'valid', requested: undefined });
  expect(readRequest('PREMOVE_HOST', 'desktop')).toEqual({ kind: 'valid', requested: 'desktop' });
  expect(readRequest('PREMOVE_HOST', 'electron')).toEqual({
    kind: 'fail',
    reason: 'PREMOVE_HOST is "electron"; it can be "desktop" or "server"',
  });
});
