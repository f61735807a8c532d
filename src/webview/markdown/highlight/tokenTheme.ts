import type { IRawTheme } from '@shikijs/vscode-textmate';
import type { TokenRole } from './tokens.ts';

/**
 * Token roles by TextMate scopes. VS Code does not give a webview its token colors, so `code.css` has a set of colors
 * for each kind of theme.
 */
const SCOPES: readonly (readonly [role: TokenRole, scopes: readonly string[]])[] = [
  ['plain', ['meta.embedded', 'meta.template.expression', 'source.groovy.embedded', 'string meta.embedded']],
  ['comment', ['comment', 'markup.quote', 'punctuation.definition.quote.begin.markdown', 'meta.separator.markdown']],
  ['string', ['string', 'markup.inline.raw', 'markup.underline.link', 'meta.embedded.assembly']],
  ['plain', ['meta.template.expression keyword.operator', 'string.quoted.docstring source']],
  ['escape', ['constant.character.escape', 'constant.other.placeholder']],
  ['regexp', ['string.regexp', 'constant.regexp']],
  ['number', ['constant.numeric', 'keyword.other.unit', 'constant.other.color']],
  ['keyword', ['keyword', 'storage', 'constant.language', 'variable.language', 'entity.name.operator']],
  ['keyword', ['punctuation.definition.template-expression', 'punctuation.section.embedded', 'support.constant.math']],
  ['control', ['keyword.control', 'keyword.other.using', 'keyword.other.directive.using', 'keyword.other.operator']],
  ['control', ['entity.name.operator.custom-literal', 'keyword.operator.word.sql', 'source.elixir keyword.control']],
  ['plain', ['keyword.operator', 'storage.type.function.arrow punctuation', 'punctuation.separator']],
  [
    'keyword',
    ['keyword.operator.new', 'keyword.operator.expression', 'keyword.operator.cast', 'keyword.operator.sizeof'],
  ],
  ['keyword', ['keyword.operator.instanceof', 'keyword.operator.logical.python', 'keyword.operator.wordlike']],
  ['control', ['keyword.operator.new.cpp', 'keyword.operator.delete']],
  ['function', ['entity.name.function', 'support.function', 'entity.name.command', 'entity.name.function.macro']],
  ['type', ['entity.name.type', 'entity.name.class', 'entity.name.namespace', 'entity.name.scope-resolution']],
  [
    'type',
    ['support.class', 'support.type', 'entity.other.inherited-class', 'entity.name.module', 'entity.name.label'],
  ],
  ['type', ['storage.type.java', 'storage.type.generic', 'storage.type.primitive', 'storage.type.object.array']],
  ['type', ['storage.type.numeric.go', 'storage.type.byte.go', 'storage.type.boolean.go', 'storage.type.string.go']],
  ['type', ['storage.type.annotation', 'storage.type.cs', 'storage.modifier.import', 'storage.modifier.package']],
  ['variable', ['variable', 'meta.definition.variable.name', 'support.variable', 'entity.name.variable']],
  ['variable', ['meta.object-literal.key', 'variable.parameter', 'support.type.property-name']],
  ['constant', ['variable.other.constant', 'variable.other.enummember', 'entity.name.constant']],
  ['function', ['variable.function', 'meta.function-call.generic', 'support.function variable']],
  ['keyword', ['variable.language', 'support.constant.property-value.keyword']],
  ['property', ['support.type.property-name.css', 'support.type.property-name.json', 'keyword.other.definition.ini']],
  ['property', ['support.type.property-name.toml', 'variable.other.key.toml', 'support.type.vendored.property-name']],
  ['string', ['support.constant.property-value', 'support.constant.font-name', 'support.constant.color']],
  ['tag', ['entity.name.tag', 'meta.tag.preprocessor', 'meta.diff.header', 'meta.diff.range']],
  ['property', ['entity.name.tag.yaml']],
  ['selector', ['entity.name.tag.css', 'entity.name.tag.scss', 'entity.name.tag.less', 'meta.selector entity']],
  ['selector', ['entity.other.attribute-name.class', 'entity.other.attribute-name.id']],
  ['attribute', ['entity.other.attribute-name', 'entity.other.attribute-name.html']],
  ['selector', ['entity.other.attribute-name.class.css', 'entity.other.attribute-name.pseudo-class']],
  ['punctuation', ['punctuation.definition.tag']],
  ['heading', ['markup.heading', 'entity.name.section']],
  ['bold', ['markup.bold']],
  ['italic', ['markup.italic']],
  ['inserted', ['markup.inserted']],
  ['deleted', ['markup.deleted']],
  ['invalid', ['invalid']],
];

/** The tokenizer returns only colors, so a role is encoded as a color: its index in this list. */
export const ROLES: readonly TokenRole[] = [...new Set<TokenRole>(['plain', ...SCOPES.map(([role]) => role)])];

export const TOKEN_THEME: IRawTheme = {
  settings: [
    { settings: { foreground: toColor('plain'), background: toColor('plain') } },
    ...SCOPES.map(([role, scope]) => ({ scope: [...scope], settings: { foreground: toColor(role) } })),
  ],
};

export function toRole(color: string | undefined): TokenRole {
  return ROLES[Number.parseInt(color?.slice(1) ?? '0', 16)] ?? 'plain';
}

function toColor(role: TokenRole): string {
  return `#${ROLES.indexOf(role).toString(16).padStart(6, '0')}`;
}
