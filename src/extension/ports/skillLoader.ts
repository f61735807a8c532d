/** Loads the instructions for one kind of task. */
export interface SkillLoader {
  /** Loads only skills that the model may use and that are not switched off. `name` is never used as a path. */
  load(name: string, signal: AbortSignal): Promise<LoadedSkill>;
}

export type LoadedSkill =
  | {
      readonly kind: 'loaded';
      readonly name: string;
      readonly text: string;
      /** The absolute path of the skill's folder. */
      readonly folder: string;
      /** The files besides `SKILL.md`, relative to the folder. */
      readonly files: readonly string[];
    }
  | { readonly kind: 'unknown'; readonly names: readonly string[] };
