import { posix } from 'node:path'
import type { Project } from '../graph/project.ts'
import type { Language } from './language.ts'

const query = `
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(struct_item name: (type_identifier) @name) @struct
(union_item name: (type_identifier) @name) @struct
(enum_item name: (type_identifier) @name) @enum
(trait_item name: (type_identifier) @name) @trait
(impl_item type: (_) @name) @implementation
(type_item name: (type_identifier) @name) @type
(mod_item name: (identifier) @name body: (_)) @module
(macro_definition name: (identifier) @name) @macro
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @constant
(mod_item !body) @import
(use_declaration) @import
(line_comment) @skip
(block_comment) @skip
(string_literal) @skip
(raw_string_literal) @skip
`

export const rust: Language = {
  id: 'rust',
  grammar: 'rust',
  extensions: ['rs'],
  family: 'rust',
  reach: { folder: 0.2, elsewhere: 0.1, unexported: 0.1 },
  query,
  isExported: (_name, head, container) => /^pub\b/.test(head) || (container?.kind === 'trait' && container.isExported),
  readImports: (text) => {
    const module = /\bmod\s+(\w+)\s*;/.exec(text)?.[1]
    if (module !== undefined) return [`mod ${module}`]
    const path = /\buse\s+([\s\S]*?);?\s*$/.exec(text)?.[1]
    return path === undefined ? [] : usedPaths(path.replace(/\s+as\s+\w+/g, '').replace(/\s/g, ''))
  },
  resolveImport: (specifier, from, project) => {
    const file = specifier.startsWith('mod ') ? submodule(from, specifier.slice(4)) : usedModule(specifier, from)
    return longestModule(file, project)
  },
}

/** Expands `a::{b, c::{d}}`; deeper than 8 levels is left out. */
function usedPaths(path: string, depth = 0): readonly string[] {
  const open = path.indexOf('{')
  if (open < 0 || depth > 8) return [path]
  const inner = path.slice(open + 1, path.lastIndexOf('}'))
  return splitList(inner).flatMap((part) => usedPaths(path.slice(0, open) + part, depth + 1))
}

function splitList(list: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= list.length; at += 1) {
    const character = list[at]
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if ((character === ',' && depth === 0) || at === list.length) {
      if (at > start) parts.push(list.slice(start, at))
      start = at + 1
    }
  }
  return parts
}

/** Returns the folder that the modules inside a file are in. */
function folderOf(file: string): string {
  const folder = posix.dirname(file)
  const name = posix.basename(file, '.rs')
  return ['mod', 'lib', 'main'].includes(name) ? folder : posix.join(folder, name)
}

const submodule = (from: string, name: string) => ({ base: folderOf(from), parts: [name] })

function usedModule(path: string, from: string): { base: string; parts: readonly string[] } {
  const [first = '', ...rest] = path.split('::')
  const parts = rest.filter((part) => part !== '*' && part !== 'self')
  switch (first) {
    case 'crate':
      return { base: crateFolder(from), parts }
    case 'self':
      return { base: folderOf(from), parts }
    case 'super': {
      const ups = parts.findIndex((part) => part !== 'super')
      const levels = 1 + (ups < 0 ? parts.length : ups)
      return { base: posix.join(folderOf(from), '../'.repeat(levels)), parts: parts.slice(levels - 1) }
    }
    default:
      return { base: folderOf(from), parts: [first, ...parts] }
  }
}

function crateFolder(from: string): string {
  const parts = from.split('/')
  const source = parts.lastIndexOf('src')
  return source < 0 ? posix.dirname(from) : parts.slice(0, source + 1).join('/')
}

/** The last parts of a path may be items inside of a module. */
function longestModule(
  { base, parts }: { readonly base: string; readonly parts: readonly string[] },
  project: Project,
): readonly string[] {
  for (let length = parts.length; length > 0; length -= 1) {
    const path = posix.join(base, ...parts.slice(0, length))
    const found = [`${path}.rs`, `${path}/mod.rs`].find((candidate) => project.has(candidate))
    if (found !== undefined) return [found]
  }
  return []
}
