import type { DeclaredTarget } from '@drawbridge/core'

/** The facts about a server that decide what its tools touch. */
export interface TargetFacts {
  readonly server: string
  /** True if its program runs on this machine, so that paths in arguments are paths here. */
  readonly isLocal: boolean
  readonly readsOnly: boolean
  /** The address of the server, if calls to it are to be judged by the host lists. */
  readonly url?: string
}

const pathNames = new Set(
  'path paths file files filename filepath file_path directory dir folder source destination src dest root cwd'.split(
    ' ',
  ),
)
const urlNames = new Set('url urls uri href link'.split(' '))
/** Most names are like this, and are looked at in each call. */
const isFolded = /^[a-z0-9_]*$/

/**
 * Returns what a call to a foreign tool touches, as far as its arguments say so by well-known names: paths on this machine for a local
 * server, and addresses. If no argument says anything, what it touches is unknown.
 */
export function declaredTargets(
  input: Readonly<Record<string, unknown>>,
  { server, isLocal, readsOnly, url }: TargetFacts,
): readonly DeclaredTarget[] {
  const named = Object.entries(input).flatMap(([name, value]): readonly DeclaredTarget[] => {
    const folded = isFolded.test(name) ? name : name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string' && text !== '')
    if (urlNames.has(folded))
      return texts.filter((text) => /^https?:/i.test(text)).map((text) => ({ kind: 'url', url: text }))
    if (!isLocal || !pathNames.has(folded)) return []
    return texts.map((path) => ({ kind: 'path', path, access: readsOnly ? 'read' : 'write' }))
  })
  const own: readonly DeclaredTarget[] = [
    { kind: 'server', id: server },
    ...(url === undefined ? [] : [{ kind: 'url' as const, url }]),
  ]
  if (named.length > 0) return [...own, ...named]
  return [...own, { kind: 'dynamic', of: 'any', why: `the MCP server "${server}" decides what its tools touch` }]
}
