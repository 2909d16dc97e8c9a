import { posix } from 'node:path'
import type { Project } from '../graph/project.ts'
import type { Language } from './language.ts'

const query = `
(class_definition name: (identifier) @name) @class
(function_definition name: (identifier) @name) @function
(module (expression_statement (assignment left: (identifier) @name) @constant))
(import_statement) @import
(import_from_statement) @import
(comment) @skip
(string_content) @skip
`

export const python: Language = {
  id: 'python',
  grammar: 'python',
  extensions: ['py', 'pyi'],
  family: 'python',
  reach: { folder: 0.1, elsewhere: 0.1, unexported: 0.2 },
  query,
  isExported: (name) => !name.startsWith('_'),
  readImports: (text) => {
    const [, from, names = ''] =
      /^from\s+(\S+)\s+import\s+([\s\S]*)$/.exec(text) ?? /^import\s+()([\s\S]*)$/.exec(text) ?? []
    const listed = names.replace(/[()\\]|#.*/g, ' ').split(',')
    const members = listed.flatMap((name) => /^\s*([\w.]+)/.exec(name)?.[1] ?? [])
    if (from === undefined || from === '') return members
    // A member may be a module of its own.
    const within = members.map((member) => (from.endsWith('.') ? from + member : `${from}.${member}`))
    return [from, ...within]
  },
  resolveImport: (specifier, from, project) => {
    const [, dots = '', name = ''] = /^(\.*)(.*)$/.exec(specifier) ?? []
    const path = name.replaceAll('.', '/')
    if (dots === '') return path === '' ? [] : asSuffix(path, from, project)
    const folder = posix.join(posix.dirname(from), '../'.repeat(dots.length - 1))
    return asModule(posix.join(folder, path), project)
  },
}

function forms(path: string): readonly string[] {
  return [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`].map((form) => form.replace(/^\.?\//, ''))
}

function asModule(path: string, project: Project): readonly string[] {
  const found = forms(path).find((form) => project.has(form))
  return found === undefined ? [] : [found]
}

function asSuffix(path: string, from: string, project: Project): readonly string[] {
  for (const form of forms(path)) {
    const found = project.endingWith(form, from)
    if (found !== undefined) return [found]
  }
  return []
}
