import { type Container, type Language, unquoted } from './language.ts'
import { resolveModule } from './resolve-module.ts'

const shared = `
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(class_body (method_definition name: (_) @name) @method)
(program (lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @function))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @function)))
(program (lexical_declaration (variable_declarator name: (identifier) @name) @constant))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @constant)))
(import_statement source: (string) @import)
(export_statement source: (string) @import)
(call_expression function: (import) arguments: (arguments . (string) @import))
(call_expression function: (identifier) @_callee arguments: (arguments . (string) @import) (#eq? @_callee "require"))
(export_statement !source (export_clause (export_specifier name: (identifier) @export)))
(comment) @skip
(string_fragment) @skip
(regex_pattern) @skip
`

const javascriptQuery = `
(class_declaration name: (identifier) @name) @class
${shared}`

const typescriptQuery = `
(class_declaration name: (type_identifier) @name) @class
(abstract_class_declaration name: (type_identifier) @name) @class
(interface_declaration name: (type_identifier) @name) @interface
(type_alias_declaration name: (type_identifier) @name) @type
(enum_declaration name: (identifier) @name) @enum
(internal_module name: (_) @name) @module
(function_signature name: (identifier) @name) @function
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
${shared}`

/** A namespace exports only what says so. */
function isMember(container: Container | undefined): boolean {
  return container?.kind === 'class' || container?.kind === 'interface'
}

const common = {
  family: 'script',
  reach: { folder: 0.05, elsewhere: 0.05, unexported: 0 },
  isExported: (name: string, head: string, container: Container | undefined) =>
    /^export\b/.test(head) ||
    (isMember(container) &&
      container?.isExported === true &&
      !/^(private|protected)\b/.test(head) &&
      !name.startsWith('#')),
  readImports: (text: string) => [unquoted(text)],
  resolveImport: resolveModule,
}

export const scriptLanguages: readonly Language[] = [
  {
    ...common,
    id: 'typescript',
    grammar: 'typescript',
    extensions: ['ts', 'mts', 'cts'],
    query: typescriptQuery,
  },
  { ...common, id: 'tsx', grammar: 'tsx', extensions: ['tsx'], query: typescriptQuery },
  {
    ...common,
    id: 'javascript',
    grammar: 'javascript',
    extensions: ['js', 'mjs', 'cjs', 'jsx'],
    query: javascriptQuery,
  },
]
