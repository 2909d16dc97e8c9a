import type { PermissionRequestHook } from '../hook/hook.ts'
import type { PermissionRule } from '../policy/section/permissions-section.ts'

/** GoClaw's settings for running commands, as its configuration spells them (`tools.execApproval`). */
export interface GoclawApproval {
  readonly security: 'deny' | 'allowlist' | 'full'
  readonly ask: 'off' | 'on-miss' | 'always'
  /** Leading words of commands. */
  readonly allowlist: readonly string[]
}

/** The same on our engine: rules for the operator's list, and a gate for what would be asked. */
export interface TranslatedApproval {
  readonly rules: readonly PermissionRule[]
  readonly permissionRequest: readonly PermissionRequestHook[]
  /** Entries that have no counterpart, each with what to write in its place. */
  readonly problems: readonly string[]
}

const commandTools = ['runtime.exec', 'runtime.run_command'] as const

/**
 * Expresses GoClaw's `security` and `ask` by rules. Stricter in two ways, on purpose: an entry covers a command with all its words
 * and every part of a line, not its first word alone, and what is denied by group stays denied under `full`.
 *
 * @param tools Canonical names of the tools that run commands.
 */
export function translateGoclawApproval(
  { security, ask, allowlist }: GoclawApproval,
  tools: readonly string[] = commandTools,
): TranslatedApproval {
  const rule = (parts: Omit<PermissionRule, 'tools'>): PermissionRule => ({ tools, ...parts })
  const allowed = allowlist.filter(isPrefix)
  const problems = allowlist.filter((entry) => !isPrefix(entry)).map(problemOf)
  const listed =
    allowed.length === 0 ? [] : [rule({ id: 'goclaw.allowlist', when: { command: allowed }, then: 'allow' })]
  const never = { permissionRequest: [], problems }

  if (security === 'deny') {
    const reason = 'Running commands is switched off (security: deny).'
    return { ...never, rules: [rule({ id: 'goclaw.deny', then: 'deny', reason })] }
  }
  switch (ask) {
    case 'always': {
      const reason = 'Every command is asked about (ask: always).'
      return { ...never, rules: [rule({ id: 'goclaw.ask', then: 'ask', reason })] }
    }
    case 'on-miss':
      return { ...never, rules: listed }
    case 'off':
      return security === 'full'
        ? { ...never, rules: [rule({ id: 'goclaw.full', then: 'allow' })] }
        : { rules: listed, permissionRequest: [refuseUnlisted(tools)], problems }
    default:
      return ask satisfies never
  }
}

/** What is not on the list is refused in place of being asked about. */
function refuseUnlisted(tools: readonly string[]): PermissionRequestHook {
  return {
    name: 'goclaw.allowlist',
    matcher: { tools },
    run: () => ({ verdict: 'deny', reason: 'the command is not on the allow list, and nobody is asked (ask: off)' }),
  }
}

/** Plain words; a `*` may stand at the end, where it says no more than its absence. */
function isPrefix(entry: string): boolean {
  return /^[\w./@:+=-]+( [\w./@:+=-]+)*( \*)?$/.test(entry)
}

function problemOf(entry: string): string {
  return `"${entry}" of the allow list stands for many programs or is no plain command. Write the commands that it stands for, as \`git status\`.`
}
