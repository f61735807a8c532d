import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Figure, Unit } from './figure.ts';

/** One measurement's figures, with their circumstances. */
export interface Result {
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly measured: string;
  readonly cores: number;
  /** The one-minute load average at the start. If it exceeds the number of cores, other programs used the machine. */
  readonly loadBefore: number;
  readonly node: string;
  readonly codeServer: string;
  readonly figures: readonly Figure[];
}

const RESULTS = join(import.meta.dirname, 'results.json');
const README = join(import.meta.dirname, 'README.md');
const BEGIN = '<!-- results: begin -->';
const END = '<!-- results: end -->';

export async function readResults(): Promise<Result[]> {
  const text = await readFile(RESULTS, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text) as Result[];
}

/** Writes `results.json`, and the table between the two markers in `README.md`. */
export async function writeResults(results: readonly Result[]): Promise<void> {
  const options = await resolveConfig(RESULTS);
  await writeFile(RESULTS, await format(JSON.stringify(results), { ...options, parser: 'json' }));
  const readme = await readFile(README, 'utf8');
  const [before, after] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${README} does not contain the markers ${BEGIN} and ${END}.`);
  const table = `${BEGIN}\n\n${circumstancesOf(results)}\n\n${toTable(results)}\n\n`;
  await writeFile(README, readme.slice(0, before) + table + readme.slice(after));
}

/** The table, in Markdown. */
export function toTable(results: readonly Result[]): string {
  const rows = results.flatMap(({ figures }) => figures).map(toRow);
  const head = ['what', 'value', 'yardstick', 'ratio', 'target', 'met'];
  return [head, head.map((_, column) => (column === 1 || column === 3 ? '--:' : '---')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function toRow({ name, unit, statistic, value, samples, range, yardstick, ratio, target }: Figure): string[] {
  const how = statistic === 'exact' ? '' : `, ${statistic} of ${samples}`;
  return [
    `${name}${how}`,
    withRange(value, range, unit),
    yardstick ? `${yardstick.name}: ${withRange(yardstick.value, yardstick.range, unit)}` : '',
    ratio === null ? '' : ratio.toFixed(2),
    target?.text ?? 'reported',
    target ? (target.met ? 'yes' : '**no**') : '',
  ];
}

function withRange(value: number, range: Figure['range'], unit: Unit): string {
  if (!range) return inUnit(value, unit);
  return `${inUnit(value, unit)} (${range.map((edge) => inUnit(edge, unit).replace(/ .*/, '')).join('–')})`;
}

function inUnit(value: number, unit: Unit): string {
  if (unit === 'bytes') return value < 1e6 ? `${Math.round(value / 1000)} kB` : `${(value / 1e6).toFixed(2)} MB`;
  if (unit === 'tokens' || unit === '') return `${Math.round(value)} ${unit}`.trimEnd();
  return `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
}

function circumstancesOf(results: readonly Result[]): string {
  const days = [...new Set(results.map(({ measured }) => measured))].sort();
  const loads = results.map(({ loadBefore }) => loadBefore);
  const { cores, node, codeServer } = results.at(-1) ?? { cores: 0, node: '', codeServer: '' };
  const load = `load average ${Math.min(...loads)} to ${Math.max(...loads)} before each measurement`;
  return `Measured ${days.join(', ')} on ${cores} cores, ${load}; Node ${node}, code-server ${codeServer}.`;
}
