/** "1 file", "3 files". */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** "3 files", "3 files (1 moved)", "1 file moved". `moved`: how many of the files were moved. */
export function countFiles(files: number, moved = 0): string {
  const count = plural(files, 'file');
  if (moved === 0) return count;
  return moved === files ? `${count} moved` : `${count} (${moved.toLocaleString('en')} moved)`;
}

/** "842", "1.9k", "38k", "1.2M". */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return trimZero(count / 1000, count < 9950) + 'k';
  return trimZero(count / 1_000_000, count < 9_950_000) + 'M';
}

/** "1 token", "1.9k tokens". */
export function formatTokens(count: number): string {
  return count === 1 ? '1 token' : `${formatCount(count)} tokens`;
}

function trimZero(value: number, decimal: boolean): string {
  return decimal ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
}

/** US dollars, with fewer decimals for larger amounts: "<$0.001", "$0.011", "$1.27", "$1,204". */
export function formatCost(dollars: number): string {
  if (dollars < 0.001) return '<$0.001';
  const digits = dollars < 0.0995 ? 3 : dollars < 99.5 ? 2 : 0;
  return `$${dollars.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** "38%"; never 0% if `part` is more than 0, and never 100% if it is less than `whole`. */
export function formatShare(part: number, whole: number): string {
  const percent = Math.round((part / whole) * 100);
  if (percent === 0 && part > 0) return '<1%';
  if (percent === 100 && part < whole) return '>99%';
  return `${percent}%`;
}

/** A rounded duration: "1 s", "42 s", "3 min". */
export function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** "0:42", "12:05", "1:02:05". */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const rest = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

const ORDINALS = ['', '', 'second', 'third', 'fourth', 'fifth'];

/** "fifth", "6th". Only for 2 to 20. */
export function ordinal(number: number): string {
  return ORDINALS[number] ?? `${number}th`;
}
