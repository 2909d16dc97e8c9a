export { coverageObjection, covers } from './cover/covers.ts'
export { suggestPrefix } from './cover/suggest-prefix.ts'
export { type DenyGroup, type DenySetting, defaultDenySettings, denyGroups } from './deny/deny-group.ts'
export type { Denial } from './deny/find-denials.ts'
export type { Access, PathUse, Zone } from './effect/path-use.ts'
export type { HostUse } from './effect/use-host.ts'
export { maximumTextLength } from './parse/text-hazard.ts'
export type { Span } from './parse/tree.ts'
export type { Call, Gadget } from './profile/call.ts'
export type { Effect } from './profile/profile.ts'
export { readonlyObjection } from './readonly/readonly-objection.ts'
export { type AnalyseOptions, analyseArgv, analyseCommand, type ShellAnalysis } from './verdict/analyse-command.ts'
export {
  type Judgement,
  type JudgeOptions,
  judgeAnalysis,
  judgeCommand,
  judgeShell,
  type Reason,
  type Verdict,
} from './verdict/judge-shell.ts'
export { checkWorld, type ShellCheckAnswer, shellCheckLine } from './verdict/shell-check-line.ts'
export type { AssignmentUse, Location, RedirectUse, ShellCommand } from './walk/shell-command.ts'
export type { Word } from './word/word.ts'
