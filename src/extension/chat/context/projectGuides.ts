import type { Workspace } from '../../ports/workspace.ts';
import { isSecretFile } from '../../text/secretFiles.ts';
import { decodeText } from '../../text/textFile.ts';

/** An `AGENTS.md`: a project's instructions for agents. */
export interface ProjectGuide {
  /** The path in the form of `Workspace.resolve`, as models get it. Users must see it through `toDisplayText`. */
  readonly display: string;
  readonly text: string;
}

const NAME = 'AGENTS.md';
/** Characters of one file. Every request contains the guides, so a long file would cost money every time. */
const MAX_TEXT = 20_000;

/**
 * The guides in the workspace's roots. A guide is skipped if it is a link out of the workspace or to a file that looks
 * secret, or if it is missing, empty or not text.
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
    : `${text.slice(0, MAX_TEXT)}\n[Cut here: read ${display} for the other ${text.length - MAX_TEXT} characters.]`;
}
