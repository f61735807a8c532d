/** A spinner, a word, and an ellipsis: `✶ Brewing…`, `⠋ Processing...`. The glyphs vary with the version. */
const ANIMATION = /^\s*[│┃|]?\s*(?:[✶✻✽✢✳✺∗*·•◐◑◒◓\u2800-\u28ff]\s+\S.*?)(?:…|\.\.\.)(?:\s*\(|\s*$|\s+\S)/u;
const STATUS_WORD =
  /^\s*(?:Thinking|Brewing|Running|Working|Processing|Loading|Executing|Generating|Compacting|Pondering)(?:…|\.\.\.)/u;
const INTERRUPT = /\b(?:esc|ctrl\+c) (?:again )?to interrupt\b|\besc interrupt\b/iu;
const RUNNING = /\((?:running|executing|loading)\)\s*$/iu;
/** Progress bars of a status line, and logos. */
const DECORATION = /^[\s█▓▒░▐▛▜▌▝▘▖▗▀▄■□▪▫▬━─═╭╮╰╯│┃┌┐└┘|\d.%]*$/u;

/** Whether a line says that the agent is working. */
export function isProcessing(line: string): boolean {
  return ANIMATION.test(line) || STATUS_WORD.test(line) || INTERRUPT.test(line) || RUNNING.test(line);
}

/** Whether a line has no text: borders, progress bars, logos, or nothing. */
export function isDecoration(line: string): boolean {
  return DECORATION.test(line);
}
