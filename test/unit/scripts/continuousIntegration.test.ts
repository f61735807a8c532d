import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { beforeAll, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { root } from '../../../scripts/tools/paths.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions: unknown;
  readonly concurrency: { readonly 'cancel-in-progress': boolean };
  readonly jobs: {
    readonly test: {
      readonly 'runs-on': string;
      readonly permissions?: unknown;
      readonly strategy: { readonly matrix: { readonly os: readonly string[] } };
      readonly steps: readonly Step[];
    };
  };
}

let workflow: Workflow;
let steps: readonly Step[];

beforeAll(async () => {
  const document = parseDocument(await readFile(join(root, '.github', 'workflows', 'ci.yml'), 'utf8'));
  expect([...document.errors, ...document.warnings]).toEqual([]);
  workflow = document.toJS() as Workflow;
  steps = workflow.jobs.test.steps;
});

const using = (action: string): readonly Step[] => steps.filter(({ uses }) => uses?.startsWith(`${action}@`));

test('the workflow runs `npm test` on Linux, macOS and Windows, with Node 20', () => {
  const { 'runs-on': runsOn, strategy } = workflow.jobs.test;
  expect(runsOn).toBe('${{ matrix.os }}');
  expect(strategy.matrix.os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
  expect(using('actions/setup-node').map((step) => step.with?.['node-version'])).toEqual([20]);
  expect(steps.filter(({ run, if: condition }) => run === 'npm test' && !condition)).toHaveLength(1);
});

test('the workflow has only read permission, and a newer run cancels an older run', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(workflow.jobs.test.permissions).toBeUndefined();
  expect(workflow.concurrency['cancel-in-progress']).toBe(true);
});

test("the workflow uses only GitHub's own actions, by their major versions", () => {
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !/^actions\/[a-z-]+@v\d+$/.test(name))).toEqual([]);
});

test('the workflow keeps the cache folder, and uploads the package and pictures of failed UI tests', () => {
  const [cache] = using('actions/cache');
  expect(cache?.with?.path).toBe('${{ env.PREMOVE_CACHE }}');
  expect(cache?.with?.key).toContain("hashFiles('package-lock.json'");
  expect(using('actions/upload-artifact').map((step) => [step.with?.path, step.if])).toEqual([
    ['premove.vsix', 'always()'],
    ['out/ui/', 'failure()'],
  ]);
});

test('the package contains only files of the product', async () => {
  const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
  expect(files).toContain('package.json');
  const allowed =
    /^(package(\.nls[^/]*)?\.json|README\.md|CHANGELOG\.md|LICENSE|docs\/.*|l10n\/.*|media\/.*|dist\/.*)$/;
  expect(files.filter((file) => !allowed.test(file.replaceAll('\\', '/')))).toEqual([]);
});
