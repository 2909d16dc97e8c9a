import type { Node } from 'jsonc-parser'
import type { ConfigDocument } from './config-document.ts'
import type { ConfigProblem } from './config-problem.ts'

export interface ReadOptions {
  /** For `${env:NAME}`; undefined where such references are not allowed. */
  readonly environment: Readonly<Record<string, string | undefined>> | undefined
}

/** A document's value with references replaced, and what a schema would not see. */
export interface ReadValue {
  readonly value: unknown
  readonly problems: readonly ConfigProblem[]
}

/** Names under which a copy could reach the prototype of every object. No key of a configuration has one. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
const reference = /\$\{([a-z]*):?([^}]*)\}/g

/** Reads a tree without syntax errors. A key that is given twice is a problem: one of the two would silently be lost. */
export function readValue(document: ConfigDocument, { environment }: ReadOptions): ReadValue {
  const problems: ConfigProblem[] = []
  const report = (node: Node, message: string) => problems.push(document.problemAt(node.offset, message))
  const value = document.root === undefined ? {} : read(document.root)
  return { value, problems }

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
    return String(node.value).replaceAll(reference, (whole, kind: string, name: string) => {
      if (kind !== 'env') {
        report(
          node,
          `"${whole}" is no reference that is known here. Write \${env:NAME} for a variable of the environment.`,
        )
        return whole
      }
      if (environment === undefined) {
        report(node, `A project file cannot read the environment ("${whole}"). Put this into the operator's file.`)
        return whole
      }
      const value = Object.hasOwn(environment, name) ? environment[name] : undefined
      if (value === undefined) report(node, `The environment has no variable "${name}".`)
      return value ?? whole
    })
  }
}
