import type { Workspace } from '../../ports/workspace.ts';
import { isSecretFile } from '../../text/secretFiles.ts';
import { decodeText } from '../../text/textFile.ts';

/** An `AGENTS.md`: what a project asks of whoever works in it. */
export interface ProjectGuide {
  /** For models and, through `toDisplayText`, for people. */
  readonly display: string;
  readonly text: string;
}

const NAME = 'AGENTS.md';
/** Characters of one file. It goes with every request, so one that is too long would be paid for every time. */
const MAX_TEXT = 20_000;

/**
 * The guides that lie in the workspace's roots. Read through the workspace, so that one which is a link to somewhere
 * else, or to a file that looks secret, is not read; one that cannot be read, or is no text, is left out.
 */
export async function readProjectGuides(workspace: Workspace, signal: AbortSignal): Promise<ProjectGuide[]> {
  const guides: ProjectGuide[] = [];
  for (const root of workspace.roots) {
    const guide = await readGuide(workspace, `${root.path}/${NAME}`, signal);
    if (guide) guides.push(guide);
  }
  return guides;
}

async function readGuide(workspace: Workspace, path: string, signal: AbortSignal): Promise<ProjectGuide | undefined> {
  const place = await workspace.resolve(path);
  if (place.kind === 'outside' || isSecretFile(place)) return undefined;
  const found = await workspace.stat(place.path, signal);
  if (found?.type !== 'file') return undefined;
  const decoded = decodeText((await workspace.read(place.path, signal)).bytes);
  if (decoded.kind === 'binary' || !decoded.text.trim()) return undefined;
  return { display: place.display, text: cut(decoded.text.trim(), place.display) };
}

function cut(text: string, display: string): string {
  return text.length <= MAX_TEXT
    ? text
    : `${text.slice(0, MAX_TEXT)}\n[Cut here: read ${display} for the ${text.length - MAX_TEXT} characters that follow.]`;
}
