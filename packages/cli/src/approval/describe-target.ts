import { assertNever, type CommandTarget, type PathTarget, quoteWord, type Target } from '@drawbridge/core'

/** A target as a person judges it: what it is called, and everything about it that the verdict may hang on. */
export interface TargetLine {
  readonly label: string
  readonly value: string
  readonly notes: readonly string[]
  /** What makes it dangerous. */
  readonly warnings: readonly string[]
}

const unknowns = {
  path: 'a path',
  command: 'a command',
  host: 'a host',
  session: 'a session',
  agent: 'an agent',
  server: 'a server',
  any: 'something',
} as const

const zones = { workspace: 'in the workspace', root: 'in a granted folder', outside: 'OUTSIDE the workspace' } as const

export function describeTarget(target: Target): TargetLine {
  switch (target.kind) {
    case 'path':
      return describePath(target)
    case 'command':
      return describeCommand(target)
    case 'host':
      return { label: 'Host', value: `${target.scheme}://${target.host}:${target.port}`, notes: [], warnings: [] }
    case 'session':
      return { label: 'Session', value: target.id, notes: [], warnings: [] }
    case 'agent':
      return { label: 'Agent', value: target.id, notes: [], warnings: [] }
    case 'server':
      return { label: 'Server', value: target.id, notes: [], warnings: [] }
    case 'dynamic':
      return {
        label: 'Unknown',
        value: `${unknowns[target.of]} that nobody can know before it runs`,
        notes: [],
        warnings: [target.why],
      }
    default:
      return assertNever(target)
  }
}

function describePath({ declared, real, access, recursive, zone, sensitive, why, ...rest }: PathTarget): TargetLine {
  const notes = [`${access}${recursive ? ' with all that is below' : ''}, ${zones[zone]}`]
  if (declared !== real) notes.push(`really ${real}`)
  if (why !== undefined) notes.push(why)
  const warnings: string[] = []
  if (sensitive) warnings.push('credentials are kept here')
  if (rest.protected === true) warnings.push('it decides what runs or is allowed later')
  return { label: 'Path', value: declared, notes, warnings }
}

function describeCommand({ argv, program, cwd, dynamic, gadgets, denyGroups }: CommandTarget): TargetLine {
  const notes = [`in ${cwd}`]
  if (program.path !== undefined) notes.push(`program ${program.path}`)
  const warnings: string[] = []
  if (dynamic) warnings.push('what stands in « » is known only when it runs')
  for (const gadget of gadgets) warnings.push(`runs or loads more: ${gadget}`)
  for (const { group, part } of denyGroups) warnings.push(`${group}: ${part}`)
  const words = argv.map(({ text, static: isStatic }) => (isStatic ? quoteWord(text) : `«${text}»`))
  return { label: 'Command', value: words.join(' '), notes, warnings }
}
