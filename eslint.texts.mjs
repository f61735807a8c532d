/**
 * Restrictions for `no-restricted-syntax`: a user-visible text is written where it can be found and translated, not at
 * the place that shows it. `test/unit/scripts/textRules.test.ts` has an example for each.
 */

const WORD = '/[A-Za-z]{2}/';
/** A sentence or a label, not an identifier: "Open", "no files". */
const PHRASE = '/^[A-Z][a-z]+( |$)|[a-z] [a-z]/';

/** A literal or a template with words in it, or an expression that chooses between such texts. */
const written = (pattern) => {
  const plain = `:matches(Literal[value=${pattern}], TemplateLiteral:has(> TemplateElement[value.raw=${pattern}]))`;
  return `:matches(${plain}, ConditionalExpression:has(> ${plain}), LogicalExpression:has(> ${plain}))`;
};

/** Literals that match the pattern, anywhere except in log lines and in errors, which the log shows. */
const unlogged = (pattern) => {
  const logged = [
    'CallExpression[callee.object.name="log"]',
    'CallExpression[callee.object.property.name="log"]',
    'CallExpression[callee.property.name=/^(reportError|onInvalid)$/]',
    'NewExpression[callee.name=/Error$/]',
  ];
  return `:matches(Literal[value=${pattern}], TemplateElement[value.raw=${pattern}]):not(:matches(${logged.join(', ')}) *)`;
};

const NAMING = '/^(aria-label|aria-description|aria-roledescription|title|placeholder|label|alt)$/';

function restrict(message, selectors) {
  return selectors.map((selector) => ({ selector, message }));
}

/** For the webview, except `strings/`. */
export const WEBVIEW_TEXTS = restrict('Write user-visible texts in src/webview/strings/.', [
  `JSXText[value=${WORD}]`,
  `JSXAttribute[name.name=${NAMING}] > ${written(WORD)}`,
  `JSXAttribute[name.name=${NAMING}] > JSXExpressionContainer > ${written(WORD)}`,
  `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > ${written(WORD)}`,
  `Property[key.name=/^(label|title|placeholder|ariaLabel|detail)$/] > ${written(PHRASE)}`,
  `AssignmentExpression[left.property.name=/^(title|ariaLabel|placeholder|textContent|alt)$/] > ${written(WORD)}`,
  `CallExpression[callee.property.name="setAttribute"][arguments.0.value=${NAMING}] > ${written(WORD)}:nth-child(2)`,
  unlogged('/^[A-Z][a-z]* [a-z]/'),
]);

/** For the host outside `vscode/` and `base/texts/`. Log lines and texts for the model are not user-visible. */
export const HOST_TEXTS = restrict('Write user-visible texts in src/extension/base/texts/.', [
  `NewExpression[callee.name="RefusedRequest"] > ${written(WORD)}`,
  `ObjectExpression > Property[key.name=/^(message|question|activity|notice)$/] > ${written(PHRASE)}`,
  `ObjectExpression:has(> Property[key.name=/^(content|text)$/]) > Property[key.name="summary"] > ${written(WORD)}`,
  `CallExpression[callee.name=/^(failed|succeeded)$/] > ${written(WORD)}:nth-child(2)`,
  `CallExpression[callee.name="failed"] > ${written(WORD)}:nth-child(3)`,
]);

/** For the folders of the host with texts that only users read. */
export const PANEL_TEXTS = [
  ...HOST_TEXTS,
  ...restrict('Write user-visible texts in src/extension/base/texts/.', [unlogged(PHRASE)]),
];

/** For `vscode/`, `extension.ts` and `premove.ts`. */
export const VSCODE_TEXTS = restrict('Translate user-visible texts with vscode.l10n.t.', [
  `CallExpression[callee.name="notify"] > ${written(WORD)}:not(:first-child)`,
  `CallExpression[callee.name="askModal"] > ${written(WORD)}`,
  `CallExpression[callee.property.name=/^show(Information|Warning|Error)Message$/] > ${written(WORD)}`,
  `ObjectExpression > Property[key.name=/^(title|prompt|placeHolder|tooltip|label|detail|description|message|saveLabel|openLabel)$/] > ${written(PHRASE)}`,
  `AssignmentExpression[left.property.name=/^(title|placeholder|description|message|tooltip)$/] > ${written(PHRASE)}`,
]);
