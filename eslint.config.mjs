import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { HOST_TEXTS, PANEL_TEXTS, VSCODE_TEXTS, WEBVIEW_TEXTS } from './eslint.texts.mjs';

const NO_DEFAULT_EXPORT = { selector: 'ExportDefaultDeclaration', message: 'Export by name.' };
const NO_ENUM = { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' };
const NO_AWAITED_NOTIFICATION = {
  selector: 'MemberExpression[property.name=/^show(Information|Warning|Error)Message$/]',
  message: 'Use notifications.ts: a notification may stay for hours, so do not wait for it.',
};
const NO_ERROR_CLASS = {
  selector: 'BinaryExpression[operator=instanceof][right.name=WorkspaceError]',
  message: 'Use isWorkspaceError: the bundle that VS Code loads at activation has its own copy of the class.',
};
const HOST_CODE = [NO_DEFAULT_EXPORT, NO_ENUM, NO_AWAITED_NOTIFICATION, NO_ERROR_CLASS];

/** Of ESLint's own rules, those that find mistakes the compiler does not. */
const CORE_RULES = Object.fromEntries(
  [
    'no-cond-assign',
    'no-control-regex',
    'no-empty',
    'no-irregular-whitespace',
    'no-misleading-character-class',
    'no-self-compare',
    'no-unsafe-finally',
    'no-useless-catch',
    'no-useless-escape',
    'prefer-const',
  ].map((rule) => [rule, 'error']),
);

export default defineConfig(
  globalIgnores([
    'dist/',
    'out/',
    'coverage/',
    'sample/',
    'test/host/workspace/',
    'test/**/fixtures/',
    'node_modules/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_ENUM],
      ...CORE_RULES,
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      // The compiler reports unused variables (noUnusedLocals, noUnusedParameters).
      '@typescript-eslint/no-unused-vars': 'off',
      // Our `create…` functions return closures, whose methods do not need `this`.
      '@typescript-eslint/unbound-method': 'off',
      // A method of a port is async even in an implementation that does not wait.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    },
  },
  {
    files: ['src/webview/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['src/webview/**/*.{ts,tsx}'],
    ignores: ['src/webview/strings/**'],
    rules: { 'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_ENUM, ...WEBVIEW_TEXTS] },
  },
  {
    files: ['src/extension/**/*.ts'],
    // The model reads the messages of `node/` as results of tools. The tour replaces a model, so its texts are answers.
    ignores: ['src/extension/{vscode,node,base/texts,model/tour}/**', 'src/extension/{extension,premove}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...HOST_CODE, ...HOST_TEXTS] },
  },
  {
    files: ['src/extension/{panel,chat/composer,chat/view}/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...HOST_CODE, ...PANEL_TEXTS] },
  },
  {
    files: ['src/extension/vscode/**/*.ts', 'src/extension/{extension,premove}.ts'],
    ignores: ['src/extension/vscode/notifications.ts'],
    rules: { 'no-restricted-syntax': ['error', ...HOST_CODE, ...VSCODE_TEXTS] },
  },
  {
    // These tools read their configuration from the default export.
    files: ['**/vitest.config.ts', '*.config.mjs'],
    rules: { 'no-restricted-syntax': ['error', NO_ENUM] },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: globals.node },
    rules: { 'no-undef': 'error', 'no-unused-vars': 'error' },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
);
