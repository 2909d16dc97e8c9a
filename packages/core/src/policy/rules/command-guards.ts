import type { CommandTarget } from '../../target/target.ts'
import { carriesEffect } from './call-part.ts'
import type { Guard, GuardRule } from './guard.ts'

/** Commands of a group that the operator denies or wants to be asked about. The strictest group counts. */
export const denyGroup: GuardRule = (part, _, { groupSetting }) => {
  if (part.kind !== 'command') return undefined
  const hits = part.denyGroups.flatMap<Guard>(({ group, action, part: text }) => {
    const own = groupSetting(group)
    const verdict = own?.setting ?? action
    if (verdict === 'off') return []
    const because = `${blocked[verdict]}${describe(part)} belongs to the group "${group}": ${text}.${wayOut(verdict, group)}`
    return [{ rule: `shell.${group}`, source: own?.source ?? 'built-in', verdict, because, lift: 'never' }]
  })
  return hits.find(({ verdict }) => verdict === 'deny') ?? hits[0]
}

const blocked = { deny: 'Blocked by safety policy: ', ask: '' } as const

/** Returns advice for a refused caller. */
function wayOut(verdict: keyof typeof blocked, group: string): string {
  if (verdict === 'ask') return ''
  return ` Find another way, in smaller and safer steps. If it has to be this command, ask the user to run it, or the operator to set shell.groups.${group}.`
}

/** A command that is not known to be read-only. */
export const changingCommand: GuardRule = (part, facts) => {
  if (part.kind !== 'command' || !carriesEffect(part, facts)) return undefined
  const unknown = part.dynamic ? ', and parts of it are unknown until it runs' : ''
  const why = part.objection ?? `is not known to be read-only${unknown}`
  const because = `${describe(part)} ${why}.`
  return { rule: 'default.command', source: 'built-in', verdict: 'ask', because, lift: 'narrow' }
}

function describe({ argv }: CommandTarget): string {
  const text = argv.map((word) => word.text).join(' ')
  return `"${text.length > 120 ? `${text.slice(0, 120)}…` : text}"`
}
