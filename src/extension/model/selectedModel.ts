import type { ChatModel } from './chatModel.ts';

/** A model that can be asked: what `<provider>/<model>` resolved to, with key and address already inside. */
export interface SelectedModel {
  /** `<provider>/<model>`, as in the setting `premove.model`. */
  readonly id: string;
  /** For people: the model's name as its list has it, "claude-sonnet-5". */
  readonly label: string;
  /** The provider's own name of the model, for `ModelRequest.model`. */
  readonly name: string;
  readonly chatModel: ChatModel;
  /** Tokens that a request may have, where the model itself tells; else `contextWindowOf` may know. */
  readonly contextWindow?: number;
  /** Costs no money: it runs on this machine, or is a script. Absent where that is not certain. */
  readonly isFree?: true;
}
