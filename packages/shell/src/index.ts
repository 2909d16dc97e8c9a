export { coverageObjection, covers } from './cover/covers.ts'
export { parseRule } from './cover/split-rule.ts'
export { suggestPrefix } from './cover/suggest-prefix.ts'
export { type DenyGroup, type DenySetting, defaultDenySettings, denyGroups } from './deny/deny-group.ts'
export type { Denial } from './deny/find-denials.ts'
export { isFreePath } from './effect/path-objection.ts'
export type { CodeFile, CodePart } from './obey/code-file.ts'
export { obeyedFiles } from './obey/obeyed-files.ts'
export { maximumTextLength } from './parse/text-hazard.ts'
export type { Span } from './parse/tree.ts'
export { isInterpreterName } from './profile/interpreter-names.ts'
export { coreObjection, readonlyObjection, type Unapproved, unapprovedOf } from './readonly/readonly-objection.ts'
export { unnamedObjection } from './readonly/unnamed-objection.ts'
export type {
  Access,
  AssignmentUse,
  Call,
  Effect,
  Gadget,
  HostUse,
  Location,
  PathUse,
  Reach,
  RedirectUse,
  ShellCommand,
  Word,
  Zone,
} from './shell-command.ts'
export { type AnalyseOptions, analyseArgv, analyseCommand, type ShellAnalysis } from './verdict/analyse-command.ts'
export {
  judgeAnalysis,
  judgeCommand,
  judgeShell,
  type Reason,
  type ShellJudgement,
  type ShellJudgeOptions,
  type UnapprovedSetting,
  type Verdict,
} from './verdict/judge-shell.ts'
export { checkWorld, type ShellCheckAnswer, shellCheckLine } from './verdict/shell-check-line.ts'
export { expandBraces } from './word/expand-braces.ts'
