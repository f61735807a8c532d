import { MAX_ATTACHMENTS } from '../../shared/protocol.ts';
import type { Panel } from '../state/panel.ts';
import { createValueStore, type ValueStore } from '../state/valueStore.ts';
import { strings } from '../strings/strings.ts';
import type { prepareImage } from './images/prepareImage.ts';

/** An image on its way to the host. */
export interface PendingImage {
  readonly id: number;
  readonly name: string;
}

/** Images for the next prompt: made ready here, kept by the host. */
export interface Attachments {
  readonly pending: ValueStore<readonly PendingImage[]>;
  /** What cannot be attached is said in the notice bar; the others go along. */
  add(files: readonly File[]): void;
  /** Whether an image goes with the next prompt, or is on its way to. */
  any(): boolean;
  /** Resolves when nothing is on its way any more: true where all of it has arrived. */
  settled(): Promise<boolean>;
}

export interface AttachmentsOptions {
  readonly panel: Pick<Panel, 'request' | 'problem' | 'reportError'>;
  /** The chat they belong to, and what it holds already. */
  current(): { readonly conversationId: string; readonly attached: number };
  readonly prepare: typeof prepareImage;
}

export function createAttachments({ panel, current, prepare }: AttachmentsOptions): Attachments {
  const pending = createValueStore<readonly PendingImage[]>([]);
  let lastId = 0;
  /** One after the other: ten pictures decoded at once take a gigabyte. */
  let work: Promise<boolean> = Promise.resolve(true);

  function add(files: readonly File[]): void {
    const room = Math.max(0, MAX_ATTACHMENTS - current().attached - pending.get().length);
    const problems = files.slice(room).map(({ name }) => strings.images.tooMany(name, MAX_ATTACHMENTS));
    const { conversationId } = current();
    const started = files.slice(0, room).map((file) => ({ file, id: ++lastId, name: nameOf(file) }));
    if (problems.length > 0) panel.problem.set(problems.join(' '));
    else if (started.length > 0) panel.problem.set(null);
    pending.set([...pending.get(), ...started.map(({ id, name }) => ({ id, name }))]);
    // Whether all went well is asked of what is on its way together.
    if (pending.get().length === started.length) work = Promise.resolve(true);
    for (const { file, id, name } of started) {
      work = work.then(async (fine) => {
        const { attached, said } = await attach(file, name, conversationId);
        pending.set(pending.get().filter((each) => each.id !== id));
        if (said !== null) {
          problems.push(said);
          panel.problem.set(problems.join(' '));
        }
        return fine && attached;
      });
    }
  }

  /** `said`: what the user should know of it; null where it went as one would think. */
  async function attach(
    file: File,
    name: string,
    conversationId: string,
  ): Promise<{ readonly attached: boolean; readonly said: string | null }> {
    try {
      const prepared = await prepare(file);
      if (prepared.kind === 'problem') {
        return { attached: false, said: strings.images.problems[prepared.problem](name) };
      }
      const { mimeType, data, thumbnail, animated } = prepared;
      await panel.request({ type: 'attach', conversationId, name, mimeType, data, thumbnail });
      return { attached: true, said: animated ? strings.images.animated(name) : null };
    } catch (error) {
      panel.reportError(`An image could not be attached: ${String(error)}`);
      const why = error instanceof Error ? error.message : String(error);
      return { attached: false, said: strings.images.failed(name, why) };
    }
  }

  return {
    pending,
    add,
    any: () => current().attached + pending.get().length > 0,
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

/** What the clipboard holds is called "image.png" by every browser. */
function nameOf({ name }: File): string {
  return name === '' || name === 'image.png' ? strings.images.pasted : name;
}
