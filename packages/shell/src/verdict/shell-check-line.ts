import type { DenyGroup } from '../deny/deny-group.ts'
import type { Unapproved } from '../readonly/readonly-objection.ts'
import { judgeShell, type ShellJudgement, type UnapprovedSetting, type Verdict } from './judge-shell.ts'

/** The answer of `drawbridge shell check` to one line. */
export type ShellCheckAnswer =
  | {
      readonly cmd: string
      readonly verdict: Verdict
      readonly readonly: boolean
      readonly unapproved: Unapproved
      readonly denyGroups: readonly DenyGroup[]
      readonly commands: readonly { readonly argv: readonly string[]; readonly dynamic: boolean }[]
      readonly reasons: ShellJudgement['reasons']
    }
  | { readonly error: string }

/** The fictitious world in which `shell check` judges. */
export const checkWorld = { workspace: '/workspace', cwd: '/workspace', home: '/home/user' } as const

/** Judges one line of JSON: a command as a string, or `{"cmd", "allow"?}`. A line that is neither gives an error. */
export function shellCheckLine(
  line: string,
  allow: readonly string[] = [],
  setting: UnapprovedSetting = 'contained',
): ShellCheckAnswer {
  const request = readRequest(line)
  if ('error' in request) return request
  const { verdict, readonly, unapproved, denyGroups, commands, reasons } = judgeShell(request.cmd, {
    ...checkWorld,
    allow: [...allow, ...request.allow],
    unapproved: setting,
  })
  return {
    cmd: request.cmd,
    verdict,
    readonly,
    unapproved,
    denyGroups,
    commands: commands
      .filter((command) => command.argv.length > 0 && !command.speculative)
      .map(({ argv }) => ({ argv: argv.map((word) => word.text), dynamic: argv.some((word) => !word.static) })),
    reasons,
  }
}

function readRequest(
  line: string,
): { readonly cmd: string; readonly allow: readonly string[] } | { readonly error: string } {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { error: 'The line is not JSON. Give a command as a JSON string, or {"cmd": "…", "allow": "…"}.' }
  }
  if (typeof value === 'string') return { cmd: value, allow: [] }
  if (typeof value !== 'object' || value === null)
    return { error: 'The line is neither a string nor an object with "cmd".' }
  const { cmd, allow = [] } = value as { readonly cmd?: unknown; readonly allow?: unknown }
  if (typeof cmd !== 'string') return { error: 'The object has no string "cmd".' }
  if (typeof allow === 'string') return { cmd, allow: [allow] }
  if (Array.isArray(allow) && allow.every((item) => typeof item === 'string')) return { cmd, allow }
  return { error: '"allow" is neither a string nor a list of strings.' }
}
