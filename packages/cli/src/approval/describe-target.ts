import { assertNever, type CommandTarget, type PathTarget, type Target } from '@drawbridge/core'

/** A target as a person judges it: what it is called, and everything about it that the verdict may hang on. */
export interface TargetLine {
  readonly label: string
  readonly value: string
  readonly notes: readonly string[]
}

const zones = { workspace: 'in the workspace', root: 'in a granted folder', outside: 'OUTSIDE the workspace' } as const

export function describeTarget(target: Target): TargetLine {
  switch (target.kind) {
    case 'path':
      return describePath(target)
    case 'command':
      return describeCommand(target)
    case 'host':
      return { label: 'Host', value: `${target.scheme}://${target.host}:${target.port}`, notes: [] }
    case 'session':
      return { label: 'Session', value: target.id, notes: [] }
    case 'agent':
      return { label: 'Agent', value: target.id, notes: [] }
    case 'server':
      return { label: 'Server', value: target.id, notes: [] }
    case 'dynamic':
      return { label: 'Unknown', value: `a ${target.of} that nobody can know before it runs`, notes: [target.why] }
    default:
      return assertNever(target)
  }
}

function describePath({ declared, real, access, recursive, zone, sensitive, why, ...rest }: PathTarget): TargetLine {
  const notes = [`${access}${recursive ? ' with all that is below' : ''}, ${zones[zone]}`]
  if (declared !== real) notes.push(`really ${real}`)
  if (sensitive) notes.push('credentials are kept here')
  if (rest.protected === true) notes.push('it decides what runs or is allowed later')
  if (why !== undefined) notes.push(why)
  return { label: 'Path', value: declared, notes }
}

function describeCommand({ argv, program, cwd, dynamic, gadgets, denyGroups }: CommandTarget): TargetLine {
  const notes = [`in ${cwd}`]
  if (program.path !== undefined) notes.push(`program ${program.path}`)
  if (dynamic) notes.push('parts of it are known only when it runs')
  if (gadgets.length > 0) notes.push(`runs or loads more: ${gadgets.join(' ')}`)
  for (const { group, part } of denyGroups) notes.push(`${group}: ${part}`)
  return { label: 'Command', value: argv.map(({ text }) => quoteWord(text)).join(' '), notes }
}

/** A word as a shell would take it, so that `rm a b` and `rm 'a b'` look as different as they are. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
