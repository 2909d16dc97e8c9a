import { posix } from 'node:path'
import type { Project } from '../graph/project.ts'
import { type Container, type Language, unquoted } from './language.ts'

const javaQuery = `
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(annotation_type_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(import_declaration) @import
(line_comment) @skip
(block_comment) @skip
(string_literal) @skip
`

function isPublic(_name: string, head: string, container: Container | undefined): boolean {
  return /\bpublic\b/.test(head) || (container?.kind === 'interface' && container.isExported)
}

export const java: Language = {
  id: 'java',
  grammar: 'java',
  extensions: ['java'],
  family: 'java',
  reach: { folder: 1, elsewhere: 0.1, unexported: 0.2 },
  query: javaQuery,
  isExported: isPublic,
  readImports: (text) => {
    const [, name] = /^import\s+(?:static\s+)?([\w.]+)/.exec(text) ?? []
    return name === undefined ? [] : [name]
  },
  resolveImport: (specifier, from, project) => {
    const parts = specifier.split('.')
    // A static import names a member of the class.
    const paths = [parts, parts.slice(0, -1)].filter(({ length }) => length > 0)
    const found = paths.map((path) => project.endingWith(`${path.join('/')}.java`, from)).find(Boolean)
    return found === undefined ? [] : [found]
  },
}

const csharpQuery = `
(namespace_declaration name: (_) @name) @module
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @struct
(interface_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(delegate_declaration name: (identifier) @name) @type
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(property_declaration name: (identifier) @name) @property
(comment) @skip
(string_literal) @skip
(verbatim_string_literal) @skip
(raw_string_literal) @skip
`

/** A `using` names a namespace and not a file: what refers to what follows from the names alone. */
export const csharp: Language = {
  id: 'csharp',
  grammar: 'c-sharp',
  extensions: ['cs'],
  family: 'csharp',
  reach: { folder: 1, elsewhere: 0.8, unexported: 0.1 },
  query: csharpQuery,
  isExported: isPublic,
  readImports: () => [],
  resolveImport: () => [],
}

const cppQuery = `
(namespace_definition name: (_) @name) @module
(class_specifier name: (type_identifier) @name body: (_)) @class
(struct_specifier name: (type_identifier) @name body: (_)) @struct
(union_specifier name: (type_identifier) @name body: (_)) @struct
(enum_specifier name: (type_identifier) @name body: (_)) @enum
(function_definition declarator: (function_declarator declarator: (_) @name)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @function
(declaration declarator: (function_declarator declarator: (identifier) @name)) @function
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @function
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @method
(type_definition declarator: (type_identifier) @name) @type
(alias_declaration name: (type_identifier) @name) @type
(preproc_function_def name: (identifier) @name) @macro
(preproc_include path: (_) @import)
(comment) @skip
(string_content) @skip
(raw_string_content) @skip
`

const cFamily = {
  grammar: 'cpp',
  family: 'c',
  reach: { folder: 0.3, elsewhere: 0.2, unexported: 0 },
  query: cppQuery,
  isExported: (_name: string, head: string) => !/^static\b/.test(head),
  readImports: (text: string) => [unquoted(text.trim())],
  resolveImport: (specifier: string, from: string, project: Project) => {
    const beside = posix.join(posix.dirname(from), specifier)
    const found = project.has(beside) ? beside : project.endingWith(posix.normalize(specifier), from)
    return found === undefined ? [] : [found]
  },
}

/** C is read by the grammar of C++, which takes almost all of it. */
export const cLanguages: readonly Language[] = [
  { ...cFamily, id: 'c', extensions: ['c', 'h'] },
  { ...cFamily, id: 'cpp', extensions: ['cpp', 'cc', 'cxx', 'hpp', 'hh', 'hxx', 'ipp'] },
]
