/**
 * Finds uses of VS Code's proposed API, which published extensions must not use. Checks the manifest, and code that
 * hides such a use from the compiler, for example with a cast. The compiler finds the other uses, because
 * `@types/vscode` has the version of the oldest supported VS Code.
 */
import ts from 'typescript';
import { PROPOSED_MEMBERS, STABLE_CONTAINERS, STABLE_MENUS, STABLE_POINTS } from './stableContributions.ts';

export interface Manifest {
  readonly engines?: { readonly vscode?: string };
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly enabledApiProposals?: readonly string[];
  readonly contributes?: {
    readonly menus?: Readonly<Record<string, unknown>>;
    readonly submenus?: readonly { readonly id: string }[];
    readonly viewsContainers?: Readonly<Record<string, unknown>>;
  } & Readonly<Record<string, unknown>>;
}

/** One line per finding, which names the entry to change. */
export function findInManifest(manifest: Manifest): string[] {
  const { engines, devDependencies, enabledApiProposals, contributes = {} } = manifest;
  const { menus = {}, submenus = [], viewsContainers = {} } = contributes;
  const knownMenus = new Set([...STABLE_MENUS, ...submenus.map(({ id }) => id)]);
  const findings: string[] = [];
  if (enabledApiProposals) findings.push('enabledApiProposals: a published extension may not have it');
  for (const point of Object.keys(contributes)) {
    if (!STABLE_POINTS.includes(point)) findings.push(`contributes.${point}: not a stable contribution point`);
  }
  for (const menu of Object.keys(menus)) {
    if (!knownMenus.has(menu)) findings.push(`contributes.menus: "${menu}" is not a stable menu`);
  }
  for (const place of Object.keys(viewsContainers)) {
    if (!STABLE_CONTAINERS.includes(place)) {
      findings.push(`contributes.viewsContainers: "${place}" is not a stable place`);
    }
  }
  const [oldest, types] = [engines?.vscode?.replace(/^\^/, ''), devDependencies?.['@types/vscode']];
  if (!oldest || oldest !== types) {
    findings.push(
      `@types/vscode is ${types ?? 'missing'}, but the oldest VS Code supported is ${oldest ?? 'not named'}`,
    );
  }
  return findings;
}

/** Whether a path names a file with the types of proposals, as VS Code's `dts` tool downloads them. */
export function isProposalTypes(path: string): boolean {
  return /(^|[/\\])vscode\.proposed\.[^/\\]*\.d\.ts$/.test(path);
}

/** One line per finding, with file and line. */
export function findInCode(file: string, code: string): string[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, scriptKind(file));
  const names = importedNames(source);
  const findings: string[] = [];
  const report = (node: ts.Node, problem: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    findings.push(`${file}:${line + 1}: ${problem}`);
  };
  const visit = (node: ts.Node): void => {
    const problem = problemWith(node, names);
    // The nodes inside are skipped, because they would only repeat the finding.
    if (problem) report(node, problem);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { fileName } of source.referencedFiles) {
    if (isProposalTypes(fileName)) findings.push(`${file}:1: refers to types of a proposal`);
  }
  return findings;
}

/** The names by which a file refers to the API. */
interface ApiNames {
  /** `vscode` of `import * as vscode`. */
  readonly whole: ReadonlySet<string>;
  /** `window` of `import { window }`. */
  readonly parts: ReadonlySet<string>;
}

function scriptKind(file: string): ts.ScriptKind {
  if (file.endsWith('x')) return ts.ScriptKind.TSX;
  return /\.[cm]?js$/.test(file) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
}

function importedNames(source: ts.SourceFile): ApiNames {
  const whole = new Set<string>();
  const parts = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !isVscode(statement.moduleSpecifier)) continue;
    const { name, namedBindings } = statement.importClause ?? {};
    if (name) whole.add(name.text);
    if (namedBindings && ts.isNamespaceImport(namedBindings)) whole.add(namedBindings.name.text);
    if (namedBindings && ts.isNamedImports(namedBindings)) {
      for (const element of namedBindings.elements) parts.add(element.name.text);
    }
  }
  return { whole, parts };
}

function problemWith(node: ts.Node, names: ApiNames): string | undefined {
  if (ts.isModuleDeclaration(node) && isVscode(node.name)) return 'adds to the types of the API';
  if (ts.isCallExpression(node) && isLoading(node)) return 'loads the API without its types';
  if ((ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && !ts.isConstTypeReference(node.type)) {
    if (isApi(node.expression, names)) return 'casts a part of the API to another type';
  }
  if (ts.isElementAccessExpression(node) && isApi(node.expression, names))
    return 'reads a member of the API by a string';
  if (ts.isIdentifier(node) && names.whole.has(node.text) && isUsedAsValue(node)) {
    return 'passes on the whole API, so this check cannot follow its uses';
  }
  if (isMemberName(node) && PROPOSED_MEMBERS.includes(node.text)) return `${node.text} is proposed`;
  return undefined;
}

function isVscode(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) && node.text === 'vscode';
}

/** `require('vscode')` and `import('vscode')`. */
function isLoading({ expression, arguments: [argument] }: ts.CallExpression): boolean {
  const loads = expression.kind === ts.SyntaxKind.ImportKeyword || /^require$/.test(expression.getText());
  return loads && argument !== undefined && isVscode(argument);
}

/** Whether a node is a chain of names without calls: `vscode`, `vscode.window`, `(vscode as unknown).window!`. */
function isApi(node: ts.Expression, names: ApiNames): boolean {
  if (ts.isIdentifier(node)) return names.whole.has(node.text) || names.parts.has(node.text);
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isSatisfiesExpression(node)
  ) {
    return isApi(node.expression, names);
  }
  return false;
}

/** Whether the name is used as a value by itself: not in `vscode.something`, a type or a declaration. */
function isUsedAsValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return false;
  // Access by string and casts are reported separately.
  if (ts.isElementAccessExpression(parent) && parent.expression === node) return false;
  if (ts.isQualifiedName(parent) || ts.isTypeQueryNode(parent) || ts.isExpressionWithTypeArguments(parent))
    return false;
  if (ts.isNamespaceImport(parent) || ts.isImportClause(parent) || ts.isImportSpecifier(parent)) return false;
  return !(ts.isPropertyAssignment(parent) && parent.name === node);
}

function isMemberName(node: ts.Node): node is ts.Identifier | ts.StringLiteralLike {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node);
}
