/** The glyphs of animations vary with the time, the version and the platform. */
const SPINNER = '[✶✻✽✢✳✺✱∗*·•◦◐◑◒◓◜◝◞◟\\u2800-\\u28ff]';

/** At the start of a line: `✶ Brewing…`, `⠋ Processing... (3s)`. */
export const ANIMATION = new RegExp(`^${SPINNER} \\S[^…]{0,100}?(?:…|\\.\\.\\.)`, 'u');

/** A whole line: `Thinking… (3s)`. */
export const STATUS_WORD =
  /^\W{0,3}(?:Thinking|Brewing|Running|Working|Processing|Loading|Executing|Generating|Compacting|Pondering)(?:…|\.{3})(?: ?\(.*\))?$/iu;

/** Help about the key that stops the work. Agents show this help only while they work. */
export const INTERRUPT = /\b(?:esc|escape|ctrl[+-]c) (?:again )?(?:to )?(?:interrupt|stop|cancel generation)\b/iu;

/** A tool call that has not ended. */
export const RUNNING = /\((?:running|executing|loading)(?:…|\.{3})?\)$/iu;

/** Borders, progress bars of a status line, and logos. */
const DECORATION = /^[\s█▓▒░▐▛▜▌▝▘▖▗▞▚▀▄■□▪▫▬━─═╌┄╭╮╰╯│┃╹┌┐└┘|⬝⣀-⣿]*(?:\d{1,3} ?%)?$/u;

/** Whether a line has no text: a border, a progress bar, a logo, or nothing. */
export function isDecoration(line: string): boolean {
  return DECORATION.test(line);
}
