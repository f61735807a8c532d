import * as z from 'zod/mini';
import { useEffect, useMemo, useState } from 'react';
import { answerTexts, type AnswerItem, type Block } from '../../../shared/transcriptItem.ts';
import { fileCodesOf, fileLinkKey, filesNamedIn } from '../../../shared/fileLinks.ts';
import type { FileLink } from '../../../shared/linkPolicy.ts';
import type { FileOpening } from '../../markdown/fileOpening.ts';
import { usePanel } from '../../state/panel.ts';

/** The host's index of a file; undefined if the answer does not name the file. */
function indexOfFile(blocks: readonly Block[], link: FileLink): number | undefined {
  let indexes = INDEXES.get(blocks);
  if (!indexes) {
    const keys = answerTexts(blocks).flatMap(filesNamedIn).map(fileLinkKey);
    // If several texts name a file, the file's first index counts.
    indexes = new Map(keys.map((key, index) => [key, index] as const).reverse());
    INDEXES.set(blocks, indexes);
  }
  return indexes.get(fileLinkKey(link));
}

/**
 * How to open the files that are named in an answer. Inline code becomes a link once the answer is complete and its
 * files are found.
 */
export function useFileOpening({ id, blocks, status }: AnswerItem): FileOpening {
  const panel = usePanel();
  const isWhole = status !== 'streaming';
  const [, setRevision] = useState(0);

  useEffect(() => {
    if (!isWhole || FOUND.has(blocks)) return;
    if (!answerTexts(blocks).some((text) => fileCodesOf(text).length > 0)) return;
    FOUND.set(blocks, NONE);
    panel
      .request({ type: 'find-files', itemId: id })
      .then((result) => {
        const named = answerTexts(blocks).flatMap(filesNamedIn);
        const keys = z
          .array(z.number())
          .parse(result)
          .flatMap((index) => named[index] ?? [])
          .map(fileLinkKey);
        FOUND.set(blocks, new Set(keys));
        setRevision((revision) => revision + 1);
      })
      .catch((error: unknown) => {
        FOUND.delete(blocks);
        panel.reportError(`The files named in an answer could not be requested: ${String(error)}`);
      });
  }, [panel, id, blocks, isWhole]);

  const found = (isWhole && FOUND.get(blocks)) || NONE;
  return useMemo(() => {
    const indexOf = (link: FileLink): number | undefined => {
      const answer = panel.chat.get()?.items.findLast((item) => item.id === id);
      return answer?.kind === 'answer' ? indexOfFile(answer.blocks, link) : undefined;
    };
    return {
      open(link) {
        const index = indexOf(link);
        if (index !== undefined) panel.send({ type: 'open-file', itemId: id, index });
      },
      names: (link) => indexOf(link) !== undefined,
      openTool: (callId) => panel.send({ type: 'open-tool-file', itemId: id, callId }),
      has: (link) => found.has(fileLinkKey(link)),
    };
  }, [panel, id, found]);
}

const NONE: ReadonlySet<string> = new Set();
/**
 * The files that the host has found, by answer; empty while the request runs. Kept so that an answer that scrolls back
 * into view does not request them again.
 */
const FOUND = new WeakMap<readonly Block[], ReadonlySet<string>>();

/** The index of each file that an answer names, by the file's key. */
const INDEXES = new WeakMap<readonly Block[], ReadonlyMap<string, number>>();
