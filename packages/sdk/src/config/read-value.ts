import { getNodePath, type Node } from 'jsonc-parser'
import type { ConfigDocument } from './config-document.ts'
import type { ConfigProblem } from './config-problem.ts'
import { type Reference, type ReferenceSources, resolveReferences } from './resolve-references.ts'

/** A document's value with references replaced, and what a schema would not see. */
export interface ReadValue {
  readonly value: unknown
  readonly problems: readonly ConfigProblem[]
  /** The secrets in the value. */
  readonly secrets: readonly Reference[]
}

/** Texts that models read have no references: a secret in them would leave. */
function isForModels(node: Node): boolean {
  if (!String(node.value).includes('${')) return false
  const [section, , key] = getNodePath(node)
  return section === 'agents' && (key === 'prompt' || key === 'definition')
}

/** Names under which a copy could reach the prototype of every object. No key of a configuration has one. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads a tree without syntax errors. A key that is given twice is a problem: one of the two would silently be lost. */
export function readValue(document: ConfigDocument, sources: ReferenceSources): ReadValue {
  const problems: ConfigProblem[] = []
  const secrets: Reference[] = []
  const report = (node: Node, message: string) => problems.push(document.problemAt(node.offset, message))
  const value = document.root === undefined ? {} : read(document.root)
  return { value, problems, secrets }

  function read(node: Node): unknown {
    switch (node.type) {
      case 'object':
        return readObject(node)
      case 'array':
        return (node.children ?? []).map(read)
      case 'string':
        return resolve(node)
      default:
        return node.value
    }
  }

  function readObject(node: Node): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? []
      if (key === undefined || value === undefined) continue
      const name = String(key.value)
      if (reserved.has(name)) report(key, `"${name}" cannot be a key.`)
      else if (Object.hasOwn(result, name)) report(key, `The key "${name}" is given twice.`)
      else result[name] = read(value)
    }
    return result
  }

  function resolve(node: Node): string {
    if (isForModels(node)) return String(node.value)
    const resolved = resolveReferences(node, sources)
    for (const message of resolved.problems) report(node, message)
    secrets.push(...resolved.secrets)
    return resolved.text
  }
}
