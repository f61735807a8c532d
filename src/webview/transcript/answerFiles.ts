import type { Block } from '../../shared/chatState.ts';
import { fileLinkKey, fileLinksOf } from '../../shared/fileLinks.ts';
import type { FileLink } from '../../shared/linkPolicy.ts';

/** The number under which the host knows a link to a file; null where it finds none to this place. */
export function indexOfFile(blocks: readonly Block[], link: FileLink): number | null {
  const links = blocks.flatMap((block) => (block.kind === 'text' ? fileLinksOf(block.text) : []));
  const index = links.findIndex((each) => fileLinkKey(each) === fileLinkKey(link));
  return index < 0 ? null : index;
}
