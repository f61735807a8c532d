import { chooseVscodeHere } from '../../../scripts/tools/desktopVscode.ts';
import { describeChoice } from '../../../scripts/tools/vscodeChoice.ts';
import { desktopVscode } from './desktopVscode.ts';
import { serverVscode } from './serverVscode.ts';
import type { Vscode } from './vscode.ts';

let chosen: Promise<Vscode> | undefined;

/**
 * The desktop's VS Code if PREMOVE_UI is "desktop", and on Windows, which has no code-server; otherwise code-server.
 */
export function vscodeUnderTest(): Promise<Vscode> {
  chosen ??= choose();
  return chosen;
}

async function choose(): Promise<Vscode> {
  const choice = await chooseVscodeHere('PREMOVE_UI', 'server');
  if (choice.kind === 'fail') throw new Error(describeChoice(choice));
  return choice.kind === 'desktop' ? desktopVscode(choice.vscode) : serverVscode;
}
