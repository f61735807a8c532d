import type { SelectedModel } from '../model/chatModel.ts';
import type { SeamOptions } from './seam.ts';

/** How a model is asked to continue a text; see `SeamOptions`. */
export type ContinuationForm = SeamOptions['form'];

/**
 * The models whose servers have refused a native continuation. Premove uses the guided form for them, because the
 * server's answer is more reliable than the table of models.
 */
export class FormMemory {
  private readonly refused = new Set<string>();

  refuses(model: ContinuingModel): boolean {
    return this.refused.has(keyOf(model));
  }

  remember(model: ContinuingModel): void {
    this.refused.add(keyOf(model));
  }
}

export type ContinuingModel = Pick<SelectedModel, 'id' | 'continuation'>;

export interface FormQuestion {
  readonly model: ContinuingModel;
  /**
   * Whether there are calls in the conversation, up to the message that is continued. A native continuation declares no
   * tools, and providers refuse calls in a request without tools. Also true if the text to continue is a user's prompt.
   */
  readonly hasCalls: boolean;
  /** A call of the message was cut off, or did not run. The model must make such a call again. */
  readonly isCutCall: boolean;
  readonly prefix: string;
}

/** Native only if the model is known to accept it and no tools are needed. */
export function chooseForm(
  { model, hasCalls, isCutCall, prefix }: FormQuestion,
  memory: Pick<FormMemory, 'refuses'>,
): ContinuationForm {
  const isNative = model.continuation !== undefined && !memory.refuses(model);
  return isNative && !hasCalls && !isCutCall && prefix.trim() !== '' ? 'native' : 'guided';
}

function keyOf({ id, continuation }: ContinuingModel): string {
  return `${id}\n${continuation?.endpoint ?? ''}`;
}
