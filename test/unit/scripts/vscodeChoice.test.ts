import { expect, test } from 'vitest';
import {
  chooseVscode,
  describeChoice,
  type DesktopVscode,
  type Machine,
  planVscode,
  readAsked,
  type VscodeKind,
} from '../../../scripts/tools/vscodeChoice.ts';

const LINUX: Machine = { platform: 'linux', hasDisplay: false, xvfbRun: undefined };
const MAC: Machine = { platform: 'darwin', hasDisplay: true, xvfbRun: undefined };
const WINDOWS: Machine = { platform: 'win32', hasDisplay: true, xvfbRun: undefined };
const FOUND: DesktopVscode = { kind: 'found', executable: '/vscode/code', version: '1.139.1', origin: 'downloaded' };
const NONE = { kind: 'none', reason: 'the desktop could not be downloaded (ENOTFOUND)' } as const;
const NO_SCREEN = 'there is neither a display nor xvfb-run for the desktop';

interface Case {
  readonly asked?: VscodeKind;
  readonly preferred?: VscodeKind;
  readonly machine: Machine;
  readonly desktop?: DesktopVscode | typeof NONE;
}

const choose = ({ asked, preferred = 'desktop', machine, desktop = FOUND }: Case) =>
  chooseVscode(planVscode(asked, preferred, machine), desktop);

test.each<[string, Case, readonly string[]]>([
  ['on macOS', { machine: MAC }, []],
  ['on Windows', { machine: WINDOWS }, []],
  ['on Windows, although the suite prefers the server', { machine: WINDOWS, preferred: 'server' }, []],
  ['on Linux with a display', { machine: { ...LINUX, hasDisplay: true } }, []],
  ['on Linux under xvfb-run', { machine: { ...LINUX, xvfbRun: '/bin/xvfb-run' } }, ['/bin/xvfb-run', '-a']],
  [
    'under xvfb-run although there is a display, where it would take the focus',
    { machine: { ...LINUX, hasDisplay: true, xvfbRun: '/bin/xvfb-run' } },
    ['/bin/xvfb-run', '-a'],
  ],
  ['where it was asked for', { machine: MAC, asked: 'desktop', preferred: 'server' }, []],
])('takes the desktop %s', (_, given, wrapper) => {
  expect(choose(given)).toEqual({ kind: 'desktop', vscode: FOUND, wrapper });
});

test.each<[string, Case, string]>([
  ['where nothing can show a window', { machine: LINUX }, NO_SCREEN],
  ['where the desktop cannot be had', { machine: MAC, desktop: NONE }, NONE.reason],
  ['where the suite prefers it', { machine: MAC, preferred: 'server' }, 'it needs no desktop'],
  ['where it was asked for', { machine: MAC, asked: 'server' }, 'it was asked for'],
])('takes the server %s, and says so', (_, given, reason) => {
  expect(choose(given)).toEqual({ kind: 'server', reason });
  expect(describeChoice(choose(given))).toBe(`In VS Code's server, because ${reason}.`);
});

test.each<[string, Case, string]>([
  ['the desktop was asked for and cannot be had', { machine: MAC, asked: 'desktop', desktop: NONE }, NONE.reason],
  ['the desktop was asked for and nothing can show it', { machine: LINUX, asked: 'desktop' }, NO_SCREEN],
  ['Windows has no desktop VS Code', { machine: WINDOWS, desktop: NONE }, NONE.reason],
  [
    'the server is asked for on Windows',
    { machine: WINDOWS, asked: 'server' },
    "VS Code's server does not run on Windows",
  ],
])('fails, instead of running something else, when %s', (_, given, reason) => {
  expect(choose(given)).toEqual({ kind: 'fail', reason });
});

test('says which desktop it is', () => {
  expect(describeChoice(choose({ machine: MAC }))).toBe(
    'In the desktop VS Code 1.139.1, downloaded with @vscode/test-electron.',
  );
  expect(describeChoice(choose({ machine: MAC, desktop: { ...FOUND, origin: 'installed' } }))).toBe(
    'In the desktop VS Code 1.139.1, installed as /vscode/code.',
  );
});

test('reads what was asked for from the environment, and refuses other words', () => {
  expect(readAsked('PREMOVE_HOST', undefined)).toEqual({ kind: 'asked', asked: undefined });
  expect(readAsked('PREMOVE_HOST', '')).toEqual({ kind: 'asked', asked: undefined });
  expect(readAsked('PREMOVE_HOST', 'desktop')).toEqual({ kind: 'asked', asked: 'desktop' });
  expect(readAsked('PREMOVE_HOST', 'electron')).toEqual({
    kind: 'fail',
    reason: 'PREMOVE_HOST is "electron"; it can be "desktop" or "server"',
  });
});
