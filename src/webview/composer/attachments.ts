import { MAX_ATTACHMENTS } from '../../shared/protocol.ts';
import type { Panel } from '../state/panel.ts';
import { createValueStore, type ValueStore } from '../state/valueStore.ts';
import { strings } from '../strings/strings.ts';
import type { prepareImage } from './images/prepareImage.ts';

export interface PendingImage {
  readonly id: number;
  readonly name: string;
}

/** The next prompt's images. The webview prepares them, and the host stores them. */
export interface Attachments {
  readonly pending: ValueStore<readonly PendingImage[]>;
  /** The notice bar names files that cannot be attached. */
  add(files: readonly File[]): void;
  /** Attached or pending. */
  hasAny(): boolean;
  /** Resolves when no image is pending any more: true if all of them were attached. */
  settled(): Promise<boolean>;
}

export interface AttachmentsOptions {
  readonly panel: Pick<Panel, 'request' | 'problem' | 'reportError'>;
  /** The shown chat, and the number of images of its draft. */
  current(): { readonly conversationId: string; readonly attached: number };
  readonly prepare: typeof prepareImage;
}

export function createAttachments({ panel, current, prepare }: AttachmentsOptions): Attachments {
  const pending = createValueStore<readonly PendingImage[]>([]);
  let lastId = 0;
  /** Images are prepared one at a time, because decoding ten at once takes a gigabyte. */
  let work: Promise<boolean> = Promise.resolve(true);

  function add(files: readonly File[]): void {
    const room = Math.max(0, MAX_ATTACHMENTS - current().attached - pending.get().length);
    const problems = files.slice(room).map(({ name }) => strings.images.tooMany(name, MAX_ATTACHMENTS));
    const { conversationId } = current();
    const started = files.slice(0, room).map((file) => ({ file, id: ++lastId, name: nameOf(file) }));
    if (problems.length > 0) panel.problem.set(problems.join(' '));
    else if (started.length > 0) panel.problem.set(null);
    pending.set([...pending.get(), ...started.map(({ id, name }) => ({ id, name }))]);
    // If nothing else was pending, earlier failures no longer count for `settled`.
    if (pending.get().length === started.length) work = Promise.resolve(true);
    for (const { file, id, name } of started) {
      work = work.then(async (allAttached) => {
        const { attached, message } = await attach(file, name, conversationId);
        pending.set(pending.get().filter((each) => each.id !== id));
        if (message !== null) {
          problems.push(message);
          panel.problem.set(problems.join(' '));
        }
        return allAttached && attached;
      });
    }
  }

  /** `message`: for the user; null if there is none. */
  async function attach(
    file: File,
    name: string,
    conversationId: string,
  ): Promise<{ readonly attached: boolean; readonly message: string | null }> {
    try {
      const prepared = await prepare(file);
      if (prepared.kind === 'problem') {
        return { attached: false, message: strings.images.problems[prepared.problem](name) };
      }
      const { mimeType, data, thumbnail, animated } = prepared;
      await panel.request({ type: 'attach', conversationId, name, mimeType, data, thumbnail });
      return { attached: true, message: animated ? strings.images.animated(name) : null };
    } catch (error) {
      panel.reportError(`An image could not be attached: ${String(error)}`);
      const why = error instanceof Error ? error.message : String(error);
      return { attached: false, message: strings.images.failed(name, why) };
    }
  }

  return {
    pending,
    add,
    hasAny: () => current().attached + pending.get().length > 0,
    async settled() {
      let awaited: Promise<boolean>;
      do {
        awaited = work;
        await awaited;
      } while (awaited !== work);
      return awaited;
    },
  };
}

/** Browsers name every pasted image "image.png". */
function nameOf({ name }: File): string {
  return name === '' || name === 'image.png' ? strings.images.pasted : name;
}
