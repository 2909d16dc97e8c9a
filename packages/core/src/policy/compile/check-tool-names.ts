import { didYouMean } from '../../name/nearest-names.ts'
import { compileTextPattern } from '../text-pattern.ts'
import { parseToolEntry } from '../tool-set/tool-entry.ts'
import type { Catalogue } from './catalogue.ts'

/** The problem of a list entry. A warning if its tool may appear later: from a server, a database or a file. */
export interface NameProblem {
  readonly severity: 'error' | 'warning'
  readonly index: number
  readonly message: string
}

/** Sources that are not ready when a configuration is read. */
const later = /^(?:mcp|custom|local)[.:]/

/** Errors after which no more are looked for: each has a hint that is costly to find, and the list is refused anyway. */
const mostErrors = 100

/** Checks entries of a list against the tools that there are. */
export function checkToolNames(entries: readonly string[], catalogue: Catalogue): readonly NameProblem[] {
  const problems: NameProblem[] = []
  let errors = 0
  for (const [index, text] of entries.entries()) {
    const problem = problemOf(text, catalogue)
    if (problem === undefined) continue
    problems.push({ index, ...problem })
    if (problem.severity === 'error') errors += 1
    if (errors === mostErrors) break
  }
  return problems
}

function problemOf(text: string, { names, groups, tags }: Catalogue): Omit<NameProblem, 'index'> | undefined {
  const entry = parseToolEntry(text)
  switch (entry.kind) {
    case 'name':
      return names.has(entry.name) ? undefined : unknownName(entry.name, { names, groups, tags })
    case 'pattern': {
      if ([...names].some(compileTextPattern(entry.pattern))) return undefined
      const message = `No tool matches "${text}".`
      return later.test(text) || text === '*'
        ? { severity: 'warning', message }
        : unknownPattern(entry.pattern, message, names)
    }
    case 'group':
      return groups.has(entry.group) ? undefined : unknown('group', entry.group, groups)
    case 'tag':
      return tags.has(entry.tag) ? undefined : unknown('tag', entry.tag, tags)
    default:
      return entry satisfies never
  }
}

function unknownName(name: string, { names, groups, tags }: Catalogue): Omit<NameProblem, 'index'> {
  if (!name.includes(':')) return unknown('tool', name, names)
  return unknown('tool', name, [
    ...[...groups].map((group) => `group:${group}`),
    ...[...tags].map((tag) => `tag:${tag}`),
  ])
}

function unknown(what: string, name: string, known: Iterable<string>): Omit<NameProblem, 'index'> {
  if (later.test(name)) return { severity: 'warning', message: `The ${what} "${name}" does not exist yet.` }
  return { severity: 'error', message: `The ${what} "${name}" does not exist.${didYouMean(name, known)}` }
}

/** For a pattern without a match, the part before its first dot is most likely mistyped, else the rest. */
function unknownPattern(pattern: string, message: string, names: ReadonlySet<string>): Omit<NameProblem, 'index'> {
  const [first = ''] = pattern.split('.', 1)
  const known = new Set([...names].map((name) => name.split('.', 1)[0] ?? ''))
  const hint = known.has(first) ? didYouMean(pattern.replaceAll('*', ''), names) : didYouMean(first, known)
  return { severity: 'error', message: `${message}${hint}` }
}
