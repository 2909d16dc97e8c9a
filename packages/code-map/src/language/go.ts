import type { Language } from './language.ts'
import { unquoted } from './language.ts'

const query = `
(function_declaration name: (identifier) @name) @function
(method_declaration name: (field_identifier) @name) @method
(type_spec name: (type_identifier) @name type: (struct_type)) @struct
(type_spec name: (type_identifier) @name type: (interface_type)) @interface
(type_spec name: (type_identifier) @name) @type
(type_alias name: (type_identifier) @name) @type
(source_file (const_declaration (const_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @constant))
(import_spec path: (_) @import)
(comment) @skip
(interpreted_string_literal) @skip
(raw_string_literal) @skip
`

export const go: Language = {
  id: 'go',
  grammar: 'go',
  extensions: ['go'],
  family: 'go',
  reach: { folder: 1, elsewhere: 0.02, unexported: 0.5 },
  query,
  isExported: (name) => /^\p{Lu}/u.test(name),
  readImports: (text) => [unquoted(text)],
  resolveImport: (specifier, _from, project) => {
    for (const { prefix, folder } of project.goModules) {
      if (specifier !== prefix && !specifier.startsWith(`${prefix}/`)) continue
      const path = [folder, specifier.slice(prefix.length + 1)].filter((part) => part !== '').join('/')
      return project.filesIn(path).filter((file) => file.endsWith('.go') && !file.endsWith('_test.go'))
    }
    return []
  },
}
