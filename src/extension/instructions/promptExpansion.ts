import { promptFileTexts } from '../base/texts/instructionTexts.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { firstModel } from './configuredModel.ts';
import type { PromptFile } from './promptFile.ts';
import { toolNamesOf } from './toolAliases.ts';

export interface PromptFileContext {
  /** In the form that tools accept. */
  readonly file?: string | undefined;
  readonly selection?: string | undefined;
  /** The first folder of the workspace. */
  readonly folder?: string | undefined;
}

export type Expansion =
  | {
      readonly kind: 'expanded';
      readonly text: string;
      /** The first of the file's models that the user has set up. Missing for the chat's model. */
      readonly model?: string;
      /** The only tools that the prompt may use. */
      readonly tools?: readonly string[];
      /** For the user. */
      readonly notices: readonly string[];
    }
  /** Neither the argument nor the parameter `given` of `expandPrompt` has values for these inputs. */
  | { readonly kind: 'needs-input'; readonly inputs: readonly PromptInput[] };

/** A value that the file asks the user for: `${input:name:placeholder}`. */
export interface PromptInput {
  readonly name: string;
  readonly placeholder: string;
}

/**
 * A placeholder: `$ARGUMENTS`, `$ARGUMENTS[0]`, `$1`, `${input:name:placeholder}` or `${name}`. All are replaced in one
 * pass, so that placeholders in an argument or in a selection stay text.
 */
const PLACEHOLDER =
  /\$ARGUMENTS(?:\[(\d{1,2})\])?(?!\w)|\$(\d)(?!\d)|\$\{input:([\w-]{1,64})(?::([^}\n]{0,200}))?\}|\$\{(\w{1,40})\}/g;

/**
 * Replaces the placeholders of a prompt file. Never runs commands and never reads files, so `` !`command` `` and
 * `@file` stay as they are. If no placeholder takes the argument, the argument is added at the end. `given`: the values
 * of inputs that the argument does not have.
 */
export async function expandPrompt(
  file: Pick<PromptFile, 'body' | 'source' | 'models' | 'tools'>,
  argument: string,
  context: PromptFileContext,
  findModel: (name: string) => Promise<string | undefined>,
  given: ReadonlyMap<string, string> = new Map(),
): Promise<Expansion> {
  const inputs = inputsOf(file.body);
  const usesArgument = usesArgumentIn(file.body);
  const typed = readInputs(argument.trim(), inputs, usesArgument);
  const values = new Map([...given, ...typed.values]);
  const { rest } = typed;
  const missing = inputs.filter(({ name }) => !values.has(name));
  if (missing.length > 0) return { kind: 'needs-input', inputs: missing };

  const words = splitWords(rest);
  const text = file.body.replace(
    PLACEHOLDER,
    (placeholder, at?: string, position?: string, input?: string, _hint?: string, variable?: string) => {
      if (input !== undefined) return values.get(input) ?? placeholder;
      if (variable !== undefined) return valueOf(variable, context) ?? placeholder;
      if (at !== undefined) return words[Number(at)] ?? '';
      if (position === undefined) return rest;
      // `$0` is not a placeholder, because it can be a price.
      return position === '0' ? placeholder : (words[Number(position) - 1] ?? '');
    },
  );
  const isAppended = rest !== '' && !usesArgument;
  const { models = [] } = file;
  const found = await firstModel(models, findModel);
  const unknown = toDisplayText(models.join(', '));
  return {
    kind: 'expanded',
    text: isAppended ? `${text}\n\n${rest}` : text,
    ...(found.kind === 'model' && { model: found.model }),
    ...(file.tools && { tools: toolNamesOf(file.tools) }),
    notices: found.kind === 'unknown' ? [promptFileTexts.otherModel(toDisplayText(file.source), unknown)] : [],
  };
}

function inputsOf(body: string): PromptInput[] {
  const inputs = new Map<string, PromptInput>();
  for (const [, , , name, placeholder = ''] of body.matchAll(PLACEHOLDER)) {
    if (name !== undefined && !inputs.get(name)?.placeholder)
      inputs.set(name, { name, placeholder: placeholder.trim() });
  }
  return [...inputs.values()];
}

function usesArgumentIn(body: string): boolean {
  return [...body.matchAll(PLACEHOLDER)].some(([, at, position, input, , variable]) => {
    const isArgument = input === undefined && variable === undefined;
    return isArgument && (at !== undefined || position !== '0');
  });
}

/**
 * The values of `name=value` in the argument, and the rest of the argument. If the argument has no such pair, the whole
 * argument is the value of the only input, unless the file has a place for the argument (`hasPlace`).
 */
function readInputs(
  argument: string,
  inputs: readonly PromptInput[],
  hasPlace: boolean,
): { values: ReadonlyMap<string, string>; rest: string } {
  const values = new Map<string, string>();
  const rest = argument.replace(
    /(^|\s)([\w-]+)=("[^"]*"|'[^']*'|\S+)/g,
    (pair, _before: string, name: string, value: string) => {
      if (!inputs.some((input) => input.name === name)) return pair;
      values.set(name, unquote(value));
      return '';
    },
  );
  const [only, ...others] = inputs;
  if (!only || hasPlace || others.length > 0 || values.size > 0 || rest.trim() === '')
    return { values, rest: rest.trim() };
  return { values: new Map([[only.name, rest.trim()]]), rest: '' };
}

/** Splits an argument at blanks, except inside quotes. */
function splitWords(text: string): string[] {
  return (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map(unquote);
}

function unquote(word: string): string {
  return /^(["'])[\s\S]*\1$/.test(word) && word.length > 1 ? word.slice(1, -1) : word;
}

/** Variables of VS Code's prompt files. Undefined if the placeholder stays as it is. */
function valueOf(variable: string, { file, selection, folder }: PromptFileContext): string | undefined {
  const path = file ?? promptFileTexts.noFile();
  const name = path.slice(path.lastIndexOf('/') + 1);
  switch (variable) {
    case 'file':
      return path;
    case 'fileBasename':
      return name;
    case 'fileBasenameNoExtension':
      return file === undefined ? path : name.replace(/(?<=.)\.[^.]*$/, '');
    case 'fileDirname':
      return file === undefined ? path : path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';
    case 'selection':
    case 'selectedText':
      return selection || promptFileTexts.noSelection();
    case 'workspaceFolder':
      return folder;
    case 'workspaceFolderBasename':
      return folder?.slice(folder.lastIndexOf('/') + 1);
    default:
      return undefined;
  }
}
