import { isPlain, isTestWord, isWord, testWords } from './shellSyntaxCheck.ts';
import { parseBash, type SyntaxNode } from './shellSyntaxGrammar.ts';
import { literalWord, toShellWord, type ShellWord } from './shellSyntaxWord.ts';

export type { ShellWord } from './shellSyntaxWord.ts';

export interface SimpleCommand {
  /** The program and its arguments; `[` and `export` count as programs. Empty for assignments or redirections alone. */
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  readonly redirections: readonly ShellRedirection[];
  /** Standard input is a file, text or another command's output, and therefore ends. */
  readonly hasInput: boolean;
  readonly isInLoop: boolean;
}

export interface ShellAssignment {
  readonly name: string;
  readonly value: ShellWord;
}

export interface ShellRedirection {
  /** Without the number before it: `2>` is `>`. */
  readonly operator: string;
  /** For `>&` and `<&`, the number or file. Null for `<<`, `<<-` and `<<<`, and for `>&-` and `<&-`. */
  readonly target: ShellWord | null;
}

export interface ShellScript {
  readonly commands: readonly SimpleCommand[];
  readonly loopVariables: readonly string[];
  readonly functions: readonly string[];
  /** A loop might never end: any `while` or `until` except `while read` with an input that ends. */
  readonly hasOpenLoop: boolean;
  readonly runsInBackground: boolean;
  /** Data other than the words of commands. */
  readonly texts: readonly ShellText[];
  /** Variables whose values the script uses. */
  readonly variables: ReadonlySet<string>;
  /** An estimate of the cost: the most words that one word becomes through braces and loops. */
  readonly work: number;
}

/** A value that is assigned, looped over, used in `case`, or passed to standard input. */
export interface ShellText {
  /** The variable that gets the value; empty for input. For a word of `case`, the last loop variable, if any. */
  readonly name: string;
  /** `subject`: the text is looped over or used in `case`. */
  readonly kind: 'value' | 'input' | 'subject';
  readonly word: ShellWord;
  readonly isInLoop: boolean;
}

/** Characters. Parsing longer commands would take too long. */
const MAX_LENGTH = 16_384;

/**
 * Includes nested commands. Null if the line is too long or does not parse, or if bash could read it differently than
 * the grammar. Valid only for shells that are compatible with bash.
 */
export async function parseShellCommands(command: string): Promise<readonly SimpleCommand[] | null> {
  return (await parseShellScript(command))?.commands ?? null;
}

export async function parseShellScript(command: string): Promise<ShellScript | null> {
  if (command.length > MAX_LENGTH) return null;
  const root = await parseBash(command);
  if (!root || !isPlain(root, command)) return null;
  const reader = new ScriptReader(command);
  reader.readNode(root, { hasInput: false, outerInput: false });
  return reader.isUnderstood ? reader : null;
}

/** `hasInput`: the node's standard input ends. `outerInput`: the surrounding group's standard input ends. */
interface Feed {
  readonly hasInput: boolean;
  readonly outerInput: boolean;
}

interface Draft {
  readonly words: ShellWord[];
  readonly assignments: ShellAssignment[];
  readonly redirections: ShellRedirection[];
}

class ScriptReader implements ShellScript {
  readonly commands: SimpleCommand[] = [];
  readonly loopVariables: string[] = [];
  readonly functions: string[] = [];
  hasOpenLoop = false;
  runsInBackground = false;
  readonly texts: ShellText[] = [];
  readonly variables = new Set<string>();
  work = 1;
  /** An estimate of how often the current node runs. */
  private repeat = 1;
  isUnderstood = true;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  readNode(node: SyntaxNode, feed: Feed): void {
    if (!node.named) this.runsInBackground ||= node.type === '&';
    else if (isWord(node)) {
      this.addText('subject', this.loopVariables.at(-1) ?? '', toShellWord(node, this.source));
      this.readExpansions(node);
    } else this.readStatement(node, feed, []);
  }

  private readStatement(node: SyntaxNode, feed: Feed, redirects: readonly SyntaxNode[]): void {
    const hasInput = feed.hasInput || redirects.some((redirect) => this.isInput(redirect));
    let times = 1;
    switch (node.type) {
      case 'redirected_statement':
        return this.readRedirected(node, feed, redirects);
      case 'command':
      case 'declaration_command':
      case 'unset_command':
      case 'test_command':
      case 'variable_assignment':
      case 'variable_assignments':
        return this.readCommand(node, hasInput, redirects);
      case 'list':
      case 'negated_command':
        return this.readEach(node, feed, redirects);
      case 'pipeline':
        return this.readPipeline(node, feed, redirects);
      case 'for_statement':
        this.loopVariables.push(...this.textsOf(node, 'variable_name').slice(0, 1));
        times =
          1 +
          sum(
            node.children
              .filter(isWord)
              .slice(1)
              .map((word) => countExpandedWords(toShellWord(word, this.source), UNKNOWN_TIMES)),
          );
        break;
      case 'while_statement':
        this.hasOpenLoop ||= !hasInput || !this.readsLines(node);
        times = UNKNOWN_TIMES;
        break;
      case 'function_definition':
        this.functions.push(...this.textsOf(node, 'word').slice(0, 1));
        break;
    }
    // A group's own redirections become a command without words. Words among them would be a syntax error in bash.
    if (redirects.length > 0) this.finish(this.draft(redirects), hasInput, false);
    const inner = { hasInput, outerInput: hasInput };
    const outer = this.repeat;
    const loopVariable = node.type === 'for_statement' ? node.children.find(isWord) : undefined;
    for (const child of node.children) {
      if (child === loopVariable) continue;
      const isRepeated = node.type !== 'for_statement' || child.type === 'do_group';
      this.repeat = isRepeated ? outer * times : outer;
      this.work = Math.max(this.work, this.repeat);
      this.readNode(child, inner);
    }
    this.repeat = outer;
  }

  /** A redirection belongs to the last command before it, but the grammar attaches it to the whole list. */
  private readRedirected(node: SyntaxNode, feed: Feed, outer: readonly SyntaxNode[]): void {
    const redirects = node.children.filter((child) => /_redirect$/.test(child.type));
    const [body, ...others] = node.children.filter((child) => !redirects.includes(child));
    if (others.length > 0) this.isUnderstood = false;
    const all = [...redirects, ...outer];
    if (body) this.readStatement(body, feed, all);
    else this.finish(this.draft(all), feed.hasInput, true);
  }

  /** A command after `&&` or `||` has the input of the whole list, not of a pipe before it. */
  private readEach(node: SyntaxNode, feed: Feed, redirects: readonly SyntaxNode[]): void {
    const last = node.children.findLast((child) => child.named && child.type !== 'comment');
    let current = feed;
    for (const child of node.children) {
      if (!child.named) {
        if (child.type !== '!') current = { ...feed, hasInput: feed.outerInput };
      } else if (child.type !== 'comment') this.readStatement(child, current, child === last ? redirects : []);
    }
  }

  private readPipeline(node: SyntaxNode, feed: Feed, redirects: readonly SyntaxNode[]): void {
    const last = node.children.findLast((child) => child.named && child.type !== 'comment');
    let current = feed;
    for (const child of node.children) {
      if (!child.named) current = { ...feed, hasInput: true };
      else if (child.type !== 'comment') this.readStatement(child, current, child === last ? redirects : []);
    }
  }

  private readCommand(node: SyntaxNode, hasInput: boolean, redirects: readonly SyntaxNode[]): void {
    const draft: Draft = { words: [], assignments: [], redirections: [] };
    const declares = /^(declaration|unset)_command$/.test(node.type);
    const children = node.type === 'test_command' ? testWords(node) : node.children;
    if (node.type === 'variable_assignment') this.addAssignment(node, draft);
    else
      for (const child of children) {
        if (child.type === 'command_name') this.addWord(child.children[0] ?? child, draft);
        else if (child.type === 'variable_assignment' && !declares) this.addAssignment(child, draft);
        else if (/_redirect$/.test(child.type)) this.addRedirect(child, draft);
        else this.addWord(child, draft);
      }
    const feeds = hasInput || node.children.some((child) => this.isInput(child));
    for (const redirect of redirects) this.addRedirect(redirect, draft);
    this.finish(draft, feeds, true);
  }

  private draft(redirects: readonly SyntaxNode[]): Draft {
    const draft: Draft = { words: [], assignments: [], redirections: [] };
    for (const redirect of redirects) this.addRedirect(redirect, draft);
    return draft;
  }

  private finish(draft: Draft, hasInput: boolean, mayHaveWords: boolean): void {
    if (draft.words.length > 0 && !mayHaveWords) this.isUnderstood = false;
    this.commands.push({ ...draft, hasInput, isInLoop: this.repeat > 1 });
  }

  private addWord(node: SyntaxNode, { words }: Draft): void {
    if (node.type === 'variable_assignment') {
      // In `export NAME=value`, the assignment is an argument.
      const text = this.source.slice(node.start, node.end);
      const value = node.children[2];
      const word = value ? toShellWord(value, this.source) : null;
      const name = text.slice(0, text.indexOf('=') + 1);
      const literal = word ? word.literal : '';
      words.push({
        source: text,
        literal: literal === null ? null : name + literal,
        prefix: name,
        splits: word?.splits ?? false,
        end: node.end,
        parts: [{ literal: name, unquoted: '', splits: false }, ...(word?.parts ?? [])],
        hasOutput: word?.hasOutput ?? false,
      });
      if (word) this.addText('value', name.slice(0, -1), word);
      this.readExpansions(node);
      return;
    }
    const isPlainWord = isTestWord(node);
    const text = this.source.slice(node.start, node.end);
    const word = isPlainWord ? toShellWord(node, this.source) : literalWord(text, node.end);
    words.push(word);
    this.count(word);
    if (node.named && !isPlainWord) this.isUnderstood = false;
    this.readExpansions(node);
  }

  private addAssignment(node: SyntaxNode, { assignments }: Draft): void {
    const [name, , value] = node.children;
    if (!name) return;
    const word = value ? toShellWord(value, this.source) : literalWord('', node.end);
    const variable = this.source.slice(name.start, name.end);
    assignments.push({ name: variable, value: word });
    this.addText('value', variable, word);
    this.readExpansions(node);
  }

  /** Words after the file belong to the command, although the grammar treats them as more files. */
  private addRedirect(node: SyntaxNode, draft: Draft): void {
    const operator = node.children.find((child) => !child.named)?.type ?? '';
    const named = node.children.filter((child) => child.named && child.type !== 'file_descriptor');
    if (node.type === 'heredoc_redirect') {
      draft.redirections.push({ operator, target: null });
      for (const child of named) {
        if (child.type === 'heredoc_body')
          this.addText('input', '', literalWord(this.source.slice(child.start, child.end), child.end));
        if (/^heredoc_/.test(child.type)) continue;
        if (/_redirect$/.test(child.type)) this.addRedirect(child, draft);
        else if (isWord(child)) this.addWord(child, draft);
        else this.readStatement(child, { hasInput: child.type === 'pipeline', outerInput: false }, []);
      }
      return;
    }
    const [target, ...words] = named;
    if (node.type === 'herestring_redirect') {
      draft.redirections.push({ operator, target: null });
      if (target) this.addText('input', '', toShellWord(target, this.source));
    } else draft.redirections.push({ operator, target: target ? toShellWord(target, this.source) : null });
    if (target) this.readExpansions(target);
    for (const word of words) this.addWord(word, draft);
  }

  private addText(kind: ShellText['kind'], name: string, word: ShellWord): void {
    this.texts.push({ kind, name, word, isInLoop: this.repeat > 1 });
    this.count(word);
  }

  private count(word: ShellWord): void {
    this.work = Math.max(this.work, this.repeat * countExpandedWords(word, 1));
  }

  private isInput(node: SyntaxNode): boolean {
    if (node.type === 'heredoc_redirect' || node.type === 'herestring_redirect') return true;
    return node.type === 'file_redirect' && node.children.some(({ type }) => type === '<');
  }

  /** Records the variables in a word, and reads the commands in its substitutions. */
  private readExpansions(node: SyntaxNode): void {
    if (node.type === 'simple_expansion' || node.type === 'expansion') {
      const name = /^\$\{?#?([A-Za-z_]\w*)/.exec(this.source.slice(node.start, node.end))?.[1];
      if (name !== undefined) this.variables.add(name);
    }
    if (node.type.endsWith('_substitution')) {
      for (const child of node.children)
        if (/_redirect$/.test(child.type)) this.finish(this.draft([child]), true, false);
        else this.readNode(child, { hasInput: false, outerInput: false });
    } else for (const child of node.children) this.readExpansions(child);
  }

  /** True for `while read line`: the loop ends when its input ends. */
  private readsLines(node: SyntaxNode): boolean {
    const condition = node.children.filter((child) => child.named && !/^(do_group|comment)$/.test(child.type));
    const [only] = condition;
    if (node.children[0]?.type !== 'while' || condition.length !== 1 || only?.type !== 'command') return false;
    // If `read` had its own redirection, it would read the same line forever.
    if (only.children.some((child) => /_redirect$/.test(child.type))) return false;
    return this.textsOf(only, 'command_name')[0] === 'read';
  }

  private textsOf(node: SyntaxNode, type: string): string[] {
    return node.children.filter((child) => child.type === type).map(({ start, end }) => this.source.slice(start, end));
  }
}

/** The assumed iterations of a loop over files, lines or a command's output. */
const UNKNOWN_TIMES = 100;

/**
 * The number of words that bash makes of one word with braces. Multiplied by `expanded` if the word contains a file
 * pattern, or if it contains an expansion and no braces that make several words.
 */
function countExpandedWords({ source, parts }: ShellWord, expanded: number): number {
  let words = 1;
  for (const [, from, to, alternatives = ''] of source.matchAll(
    /(?<!\$)\{(?:(-?\d+|\w)\.\.(-?\d+|\w)|([^{}]*,[^{}]*))/g,
  ))
    words *= from === undefined || to === undefined ? alternatives.split(',').length : lengthOf(from, to);
  return parts.some(({ literal, unquoted }) => (literal === null && words === 1) || /[*?[]/.test(unquoted))
    ? words * expanded
    : words;
}

function lengthOf(from: string, to: string): number {
  const [start, end] = [from, to].map((text) => (/\d/.test(text) ? Number(text) : (text.codePointAt(0) ?? 0)));
  return Math.abs((end ?? 0) - (start ?? 0)) + 1;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
