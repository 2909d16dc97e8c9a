import { posix } from 'node:path'
import type { Project } from '../graph/project.ts'
import type { Language } from './language.ts'

const rubyQuery = `
(class name: (_) @name) @class
(module name: (_) @name) @module
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(call method: (identifier) @_callee arguments: (argument_list . (string)) (#match? @_callee "^require(_relative)?$")) @import
(comment) @skip
(string_content) @skip
(heredoc_content) @skip
`

export const ruby: Language = {
  id: 'ruby',
  grammar: 'ruby',
  extensions: ['rb', 'rake'],
  family: 'ruby',
  reach: { folder: 0.8, elsewhere: 0.8, unexported: 1 },
  query: rubyQuery,
  isExported: () => true,
  readImports: (text) => {
    const [, relative, path] = /^require(_relative)?\s*\(?\s*["']([^"']+)["']/.exec(text) ?? []
    if (path === undefined) return []
    return [relative === undefined ? path : `./${path}`]
  },
  resolveImport: (specifier, from, project) => {
    const file = specifier.endsWith('.rb') ? specifier : `${specifier}.rb`
    return file.startsWith('./') ? relativeFile(file, from, project) : suffixFile(file, from, project)
  },
}

const phpQuery = `
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @trait
(enum_declaration name: (name) @name) @enum
(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @method
(const_element (name) @name) @constant
(namespace_use_clause) @import
(include_expression) @import
(include_once_expression) @import
(require_expression) @import
(require_once_expression) @import
(comment) @skip
(string_content) @skip
`

export const php: Language = {
  id: 'php',
  grammar: 'php',
  extensions: ['php'],
  family: 'php',
  reach: { folder: 0.8, elsewhere: 0.5, unexported: 0.1 },
  query: phpQuery,
  isExported: (_name, head) => !/\b(private|protected)\b/.test(head),
  readImports: (text) => {
    const included = /^(?:include|require)(?:_once)?\b[^"']*["']([^"']+)["']/.exec(text)?.[1]
    if (included !== undefined) return [`./${included.replace(/^\/+/, '')}`]
    const used = /^[\w\\]+/.exec(text)?.[0]
    return used === undefined || /^(include|require)/.test(used) ? [] : [used]
  },
  resolveImport: (specifier, from, project) => {
    if (specifier.startsWith('./')) return relativeFile(specifier, from, project)
    // The first names of a namespace may stand for another folder.
    const parts = specifier.split('\\').filter((part) => part !== '')
    for (let skipped = 0; skipped < parts.length; skipped += 1) {
      const found = suffixFile(`${parts.slice(skipped).join('/')}.php`, from, project)
      if (found.length > 0) return found
    }
    return []
  },
}

const bashQuery = `
(function_definition name: (word) @name) @function
(command name: (command_name) @_callee (#match? @_callee "^(source|\\\\.)$")) @import
(comment) @skip
(raw_string) @skip
(string_content) @skip
(heredoc_body) @skip
`

export const bash: Language = {
  id: 'bash',
  grammar: 'bash',
  extensions: ['sh', 'bash'],
  family: 'bash',
  reach: { folder: 0.5, elsewhere: 0.2, unexported: 1 },
  query: bashQuery,
  isExported: () => true,
  readImports: (text) => {
    // A folder worked out by the script is taken for its own.
    const path = /^(?:source|\.)\s+(\S.*)$/.exec(text)?.[1]?.replace(/["']/g, '')
    const fixed = path === undefined ? undefined : /(?:^|\/)((?:[\w.-]+\/)*[\w.-]+)$/.exec(path)?.[1]
    return fixed === undefined ? [] : [`./${fixed}`]
  },
  resolveImport: (specifier, from, project) => relativeFile(specifier, from, project),
}

function relativeFile(specifier: string, from: string, project: Project): readonly string[] {
  const beside = posix.join(posix.dirname(from), specifier)
  return project.has(beside) ? [beside] : []
}

function suffixFile(path: string, from: string, project: Project): readonly string[] {
  const found = project.endingWith(path, from)
  return found === undefined ? [] : [found]
}
