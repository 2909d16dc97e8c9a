import { removesBelow } from '@drawbridge/shell/cover'
import { isProjectCode } from '@drawbridge/shell/guarded-files'
import type { OutcomeCode } from '../../outcome/outcome-code.ts'
import { type CommandTarget, type PathTarget, shellCommand } from '../../target/target.ts'
import { shorten } from '../../text/shorten.ts'
import type { CallFacts } from '../authority.ts'
import { type CallPart, carriesEffect, hasEffect } from './call-part.ts'
import type { RuleFinding } from './finding.ts'
import type { RuleSettings } from './rule-settings.ts'

/**
 * The kind of allowing rule that lifts a guard. `rule`: any that matches. `narrow`: one that says more than "these
 * tools". `path`, `host`: one about the path or host. `name`: one with the file's full name. `never`: none.
 */
export type Lift = 'rule' | 'narrow' | 'path' | 'host' | 'name' | 'never'

/** A built-in default's objection to one part of a call. */
export interface Guard {
  readonly rule: string
  readonly source: string
  readonly verdict: 'ask' | 'deny'
  readonly because: string
  readonly lift: Lift
  /** An edit of a file in the workspace, which the mode `accept-edits` allows. */
  readonly isEdit?: boolean
  readonly denialCode?: OutcomeCode
}

/** One built-in default: what it says against a part, or nothing. */
export type GuardRule = (part: CallPart, facts: CallFacts, settings: RuleSettings) => Guard | undefined

const builtIn = { source: 'built-in', verdict: 'ask' } as const

/** Beyond the workspace and its roots a person decides; single files that the operating system lets every program read are open. */
export const outsideTheRoots: GuardRule = (part) => {
  if (part.kind !== 'path' || part.zone !== 'outside' || (part.system === true && !part.recursive && !changes(part)))
    return undefined
  const why = part.why === undefined ? '' : ` (it ${part.why})`
  return {
    ...builtIn,
    rule: 'default.outside',
    because: `"${part.declared}" is ${part.real === part.declared ? '' : `${part.real}, `}outside the workspace and its granted roots${why}.`,
    // If the path counts as outside for another reason than its place, a rule about places does not lift it.
    lift: part.why === undefined ? 'path' : 'name',
    denialCode: 'path_outside_roots',
  }
}

/** Credentials are never part of a general permission. */
export const sensitivePath: GuardRule = (part, _, { isSensitive }) => {
  if (part.kind !== 'path' || !isSensitive(part)) return undefined
  const because = `"${part.declared}" contains credentials.`
  return { ...builtIn, rule: 'default.sensitive', because, lift: 'name' }
}

/** Files that decide on later code or later decisions can only be written with a person's approval. */
export const protectedWrite: GuardRule = (part) => {
  if (part.kind !== 'path' || part.protected !== true || !changes(part)) return undefined
  const because = `"${part.declared}" decides what later runs or is allowed; changing it needs a person's approval each time.`
  return { ...builtIn, rule: 'default.protected', because, lift: 'never' }
}

function changes({ access }: PathTarget): boolean {
  return access === 'write' || access === 'delete'
}

/** Returns true if the part is a plain edit of a file in the workspace. */
function isWorkspaceEdit(part: CallPart): boolean {
  return part.kind === 'path' && part.access === 'write' && part.zone === 'workspace'
}

/**
 * Commands of a group that the operator denies or wants to be asked about. The strictest group counts. A tree below the working folder
 * is deleted if a rule names the command word for word, as `rm -rf dist`, and the operator has set nothing for the group.
 */
export const denyGroup: GuardRule = (part, _, { groupSetting }) => {
  if (part.kind !== 'command') return undefined
  const hits = part.denyGroups.flatMap<Guard & { readonly isOwn: boolean }>(({ group, action, part: text }) => {
    const own = groupSetting(group)
    const verdict = own?.setting ?? action
    if (verdict === 'off') return []
    const because = `${blocked[verdict]}${describe(part)} belongs to the group "${group}": ${text}.${wayOut(verdict, group)}`
    return [
      {
        rule: `shell.${group}`,
        source: own?.source ?? 'built-in',
        verdict,
        because,
        lift: 'never',
        isOwn: own !== undefined,
      },
    ]
  })
  const [only] = hits
  const command = part[shellCommand]
  if (
    hits.length === 1 &&
    only?.rule === 'shell.destructive' &&
    !only.isOwn &&
    command !== undefined &&
    removesBelow(command)
  )
    return { ...only, lift: 'name' }
  return hits.find(({ verdict }) => verdict === 'deny') ?? hits[0]
}

const blocked = { deny: 'Blocked by safety policy: ', ask: '' } as const

/** Returns advice for a refused caller. */
function wayOut(verdict: keyof typeof blocked, group: string): string {
  if (verdict === 'ask') return ''
  return ` Find another way, in smaller and safer steps. If it has to be this command, ask the user to run it, or the operator to ${group === 'destructive' ? 'allow it by a rule that names it word for word, or ' : ''}set shell.groups.${group}.`
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
  return `"${shorten(text, 120)}"`
}

/** Effects that cannot be known before the call runs. */
export const unknowable: GuardRule = (part) => {
  if (part.kind !== 'dynamic') return undefined
  return {
    ...builtIn,
    rule: 'default.dynamic',
    because: `Its targets are unknown: ${part.why}.`,
    lift: 'narrow',
  }
}

/** Changes, by how bad they may be. Commands have a guard of their own. */
export const effect: GuardRule = (part, facts) => {
  if (part.kind === 'command' || part.kind === 'dynamic' || !hasEffect(facts) || !carriesEffect(part, facts))
    return undefined
  const { tool, risk, permission, adjusted } = facts
  const note = `${decidesLaterCommands(part)}${adjusted === undefined ? '' : ` ${adjusted}`}`
  switch (risk) {
    case 'destructive':
      return guard('destructive', `"${tool}" may destroy data permanently (destructive).${note}`)
    case 'dangerous':
      return guard('dangerous', `"${tool}" can do harm beyond its task (dangerous).${note}`)
    case 'medium':
    case 'safe':
      if (permission === 'readonly') return undefined
      return {
        ...guard('write', `"${tool}" changes something (${risk}).${note}`),
        lift: 'rule',
        isEdit: isWorkspaceEdit(part),
      }
    default:
      return risk satisfies never
  }
}

/** Scripts of `package.json` and targets of a `Makefile` run later under the name of a command that looks harmless. */
function decidesLaterCommands(part: CallPart): string {
  const isChange = part.kind === 'path' && (part.access === 'write' || part.access === 'delete')
  return isChange && isProjectCode(part.real) ? ` "${part.declared}" decides what later commands run.` : ''
}

/** Reaching out, unless the host is allowed: also a query tells others something. */
export const networkUse: GuardRule = (part, facts, { network }) => {
  if (!carriesEffect(part, facts)) return undefined
  // A tool that declares an input to be less, such as a dry run, reaches no host with it.
  const isLowered = facts.adjusted !== undefined && facts.permission === 'readonly' && facts.risk === 'safe'
  if (part.kind === 'call' && facts.tags.has('network') && !isLowered) {
    return { ...guard('network', `"${facts.tool}" uses the network.`), lift: 'rule' }
  }
  if (part.kind !== 'host' || network.isAllowed?.(part.host) === true) return undefined
  return { ...guard('network', `"${facts.tool}" connects to ${part.host}.`), lift: 'rule' }
}

function guard(name: string, because: string): Guard {
  return { ...builtIn, rule: `default.${name}`, because, lift: 'narrow' }
}

/** Returns the finding that allows a call to which nothing objects. */
export function passage({ permission, adjusted }: CallFacts): RuleFinding {
  const isReading = permission === 'readonly'
  return {
    verdict: 'allow',
    rule: isReading ? 'default.readonly' : 'default.harmless',
    source: 'built-in',
    because: adjusted ?? (isReading ? 'It only reads.' : 'It does nothing that needs permission.'),
  }
}
