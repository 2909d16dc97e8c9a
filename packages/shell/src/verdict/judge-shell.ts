import { coverageObjection } from '../cover/covers.ts'
import { coversWhole, removesBelow } from '../cover/covers-removal.ts'
import { type DenyGroup, type DenySetting, defaultDenySettings } from '../deny/deny-group.ts'
import { unseenObjection } from '../effect/use-path.ts'
import type { World } from '../effect/world.ts'
import type { Span } from '../parse/tree.ts'
import { readonlyObjection, type Unapproved, unapprovedOf } from '../readonly/readonly-objection.ts'
import type { ShellCommand } from '../shell-command.ts'
import { type AnalyseOptions, analyseCommand, type ShellAnalysis } from './analyse-command.ts'

const quote = (text: string): string => (/^[\w@%+=:,./$~*?{}[\]-]+$/.test(text) ? text : JSON.stringify(text))

/** A part of a line that a person decides if the disk is not read. */
interface UnseenReason {
  readonly verdict: 'ask'
  readonly part: string
  readonly why: string
}

/** The answer to a call or a part of it: run it, ask a person, or refuse it. */
export type Verdict = 'allow' | 'ask' | 'deny'

/** The options of `judgeShell`. */
export interface ShellJudgeOptions extends AnalyseOptions {
  /** Granted prefixes: `git log`, `npm run build`. */
  readonly allow?: readonly string[]
  /** Settings that differ from the default. */
  readonly denyGroups?: Readonly<Partial<Record<DenyGroup, DenySetting>>>
  /**
   * The unapproved read-only commands that may run: including contained ones (the default), only the core list, or
   * none.
   */
  readonly unapproved?: UnapprovedSetting
}

/** The commands that run without approval: those that need no containment, also contained ones, or none. */
export type UnapprovedSetting = 'contained' | 'core' | 'off'

/** The reason for the verdict on one part of a line. */
export interface Reason {
  readonly verdict: Verdict
  /** The command as it would run, or the whole line. */
  readonly part: string
  readonly why: string
  /** The granted prefix or the deny group that decided. */
  readonly rule?: string
  /** The position of the part in the text, if it is there literally. */
  readonly span?: Span
}

/** The judgement of a command line. */
export interface ShellJudgement {
  readonly verdict: Verdict
  /** True if it may run unapproved. */
  readonly readonly: boolean
  /** The way that the line may run without approval, under the setting. */
  readonly unapproved: Unapproved
  readonly denyGroups: readonly DenyGroup[]
  readonly commands: readonly ShellCommand[]
  readonly reasons: readonly Reason[]
}

/** The verdict on one shell text under built-in defaults and granted prefixes. The strictest part decides. */
export function judgeShell(text: string, options: ShellJudgeOptions): ShellJudgement {
  const judgement = judgeAnalysis(analyseCommand(text, options), options)
  const { workspace, home, writeRoots = [] } = options
  const unseen = unseenReasons(judgement.commands, { workspace, home, writeRoots })
  if (unseen.length === 0) return judgement
  const reasons = [...judgement.reasons, ...unseen]
  return { ...judgement, verdict: strictest(reasons), readonly: false, unapproved: null, reasons }
}

type Verdicts = Pick<ShellJudgeOptions, 'allow' | 'denyGroups' | 'unapproved'>

/** The verdict on an analysis that was made before. */
export function judgeAnalysis(analysis: ShellAnalysis, options: Verdicts): ShellJudgement {
  const reasons: Reason[] = analysis.hazards.map((why) => ({ verdict: 'ask', part: 'the line', why }))
  const groups = new Set<DenyGroup>()
  for (const { group, command, why } of analysis.denials) {
    const setting = options.denyGroups?.[group] ?? defaultDenySettings[group]
    if (setting === 'off' || isNamed(command, analysis, options)) continue
    groups.add(group)
    reasons.push({ verdict: setting, rule: group, why, ...partOf(command) })
  }
  const { allow = [], unapproved: setting = 'contained' } = options
  const line = { setting, contains: setting === 'contained' && analysis.contains }
  for (const command of analysis.commands) {
    if (!command.speculative) reasons.push(judgeCommand(command, allow, line))
  }
  const unapproved = within(setting, analysis.unapproved)
  if (reasons.length === 0 && unapproved !== null)
    reasons.push({ verdict: 'allow', part: 'the line', why: why[unapproved] })
  return {
    verdict: strictest(reasons),
    readonly: unapproved !== null,
    unapproved,
    denyGroups: [...groups],
    commands: analysis.commands,
    reasons,
  }
}

/** Returns true if a rule names a command word for word that belongs to no group but that of removed trees. */
function isNamed(
  command: ShellCommand,
  { denials }: ShellAnalysis,
  { allow = [], denyGroups = {} }: Verdicts,
): boolean {
  const others = denials.filter((denial) => denial.command === command && denial.group !== 'destructive')
  const isOnly = others.every(({ group }) => (denyGroups[group] ?? defaultDenySettings[group]) === 'off')
  return (
    isOnly &&
    denyGroups.destructive === undefined &&
    !command.speculative &&
    removesBelow(command) &&
    allow.some((rule) => coversWhole(rule, command))
  )
}

/** The verdict on one simple command alone: read-only, started by something that was judged, or covered by a rule. */
export function judgeCommand(command: ShellCommand, allow: readonly string[], line: Line = wholeLine): Reason {
  const part = partOf(command)
  const unapproved = within(line.setting, unapprovedOf(command, line))
  if (unapproved !== null) return { verdict: 'allow', why: why[unapproved], ...part }
  let closest = readonlyObjection(command) ?? command.call.doubt ?? unapprovedObjection(line)
  for (const rule of allow) {
    const why = coverageObjection(rule, command)
    if (why === undefined) return { verdict: 'allow', why: 'granted', rule, ...part }
    if (why !== 'the command begins with other words') closest = why
  }
  return { verdict: 'ask', why: closest, ...part }
}

/** The context from the line that a command's verdict depends on. */
interface Line {
  readonly setting: UnapprovedSetting
  /** Some command of it runs contained. */
  readonly contains: boolean
}

const wholeLine: Line = { setting: 'contained', contains: false }

const unapprovedObjection = ({ setting }: Line): string =>
  setting === 'off' ? 'nobody approved it' : 'it shows the machine, and another part of the line runs contained'

const why = { core: 'only reads', contained: 'only reads; it runs contained' } as const

function within(setting: UnapprovedSetting, unapproved: Unapproved): Unapproved {
  if (setting === 'off') return null
  return setting === 'core' && unapproved === 'contained' ? null : unapproved
}

function partOf(command: ShellCommand): { readonly part: string; readonly span?: Span } {
  const part = describeCommand(command)
  return command.span === undefined ? { part } : { part, span: command.span }
}

function strictest(reasons: readonly Reason[]): Verdict {
  if (reasons.some((reason) => reason.verdict === 'deny')) return 'deny'
  return reasons.length === 0 || reasons.some((reason) => reason.verdict === 'ask') ? 'ask' : 'allow'
}

/**
 * Returns the reasons that only the disk tells what a line meets: it reads a whole workspace, in which files may be hidden or
 * linked.
 */
function unseenReasons(commands: readonly ShellCommand[], world: World): readonly UnseenReason[] {
  return commands.flatMap((command) => {
    if (command.speculative) return []
    const why = command.call.paths.map((use) => unseenObjection(use, world)).find((found) => found !== undefined)
    return why === undefined ? [] : [{ verdict: 'ask', part: describeCommand(command), why } as const]
  })
}

/** Shows a command to a person: expanded words, quoted if needed, with assignments and redirections. */
function describeCommand(command: ShellCommand): string {
  const parts = [
    ...command.assignments.filter(() => command.argv.length === 0).map(({ name, value }) => `${name}=${value.text}`),
    ...command.argv.map((word) => quote(word.text)),
    ...command.redirects.map(({ operator, target }) => `${operator} ${target.text}`),
  ]
  const text = parts.join(' ')
  return text.length > 300 ? `${text.slice(0, 300).toWellFormed()}…` : text
}
