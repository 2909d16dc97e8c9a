import type { Approver } from '../approval/approver.ts'
import {
  anything,
  callable,
  flag,
  list,
  number,
  object,
  record,
  required,
  service,
  text,
  word,
} from '../base/check-options.ts'
import type { ParentRun, Principal, Role, RunVia } from '../base/principal.ts'
import type { TextLimit } from '../bound/cut-text.ts'
import type { FlowSettings } from '../flow/sink.ts'
import type {
  Hooks,
  PermissionRequestHook,
  PostToolUseHook,
  PreToolUseHook,
  SessionStartHook,
  SubagentStartHook,
  SubagentStopHook,
} from '../hook/hook.ts'
import type { HookMatcher, TargetMatcher } from '../hook/hook-matcher.ts'
import type { JsonLimits } from '../json/index.ts'
import type {
  BucketSettings,
  LimitScope,
  LimitSettings,
  QueueSettings,
  WindowSettings,
} from '../limit/limit-settings.ts'
import type { CallOptions } from '../pipeline/entries/call-in-scope.ts'
import type { RunSettings } from '../pipeline/run-context.ts'
import type { Mode } from '../policy/section/permissions-section.ts'
import type { Depth } from '../policy/tool-set/child-restrictions.ts'
import type { ToolScope } from '../policy/tool-set/tool-scope.ts'
import type { Questioner } from '../question/questioner.ts'
import type { TurnOptions } from '../schedule/run-turn.ts'
import type { TurnLimits } from '../schedule/turn-state.ts'
import type { Target } from '../target/target.ts'
import type { CallerClient } from '../tool/caller-client.ts'
import { sinksCheck } from '../tool/tool-definition-check.ts'

/** The check of the name of a permission mode. */
export const modeCheck = word<Mode>({
  default: true,
  plan: true,
  'accept-edits': true,
  bypass: true,
  'non-interactive': true,
})
const role = word<Role>({ main: true, orchestrator: true, sub: true, fork: true, worker: true })

/** The check of a principal. */
export const principalCheck = object<Principal>({
  user: text,
  agent: text,
  session: text,
  run: text,
  role,
  parents: list(object<ParentRun>({ run: required(text), agent: text, label: text })),
  label: text,
  via: word<RunVia>({
    user: true,
    spawn: true,
    fork: true,
    worker: true,
    delegation: true,
    team: true,
    cron: true,
    heartbeat: true,
    channel: true,
    http: true,
    mcp: true,
  }),
  channel: text,
  chat: text,
  peerKind: word<NonNullable<Principal['peerKind']>>({ direct: true, group: true }),
})

/** The check of a list of approvers. */
export const approversCheck = list(
  service<Approver>({ id: required(text), human: required(flag), answersLater: text, ask: required(callable) }),
)

/** The check of a list of questioners. */
export const questionersCheck = list(
  service<Questioner>({ id: required(text), answersLater: text, ask: required(callable) }),
)

/** The check of the options of one call. */
export const callOptionsCheck = object<CallOptions>({
  signal: anything,
  approvers: approversCheck,
  questioners: questionersCheck,
  approvalTimeoutMs: number(),
  client: service<CallerClient>({
    abilities: anything,
    elicit: required(callable),
    sample: required(callable),
    listRoots: required(callable),
    log: required(callable),
  }),
  onEvent: callable,
})

/** The check of the limits of one turn. */
export const turnLimitsCheck = object<TurnLimits>({
  parallelReads: number(1),
  parallelAgents: number(1),
  parallelWrites: number(1),
})

export const turnOptionsCheck = object<TurnOptions>({ limits: turnLimitsCheck, optionsOf: callable, isHeld: flag })

const flowCheck = object<FlowSettings>({
  mode: required(word<FlowSettings['mode']>({ off: true, watch: true, guard: true, autonomous: true, strict: true })),
  tools: record(sinksCheck),
  trustedTools: list(text),
  constants: list(text),
  readers: record(list(text)),
})

/** The check of the settings of a run. */
export const runSettingsCheck = object<RunSettings>({
  argumentLimits: object<JsonLimits>({ parameters: number(1), depth: number(1), bytes: number(1) }),
  defaultTimeoutMs: number(1),
  commandTimeoutMs: number(1),
  maxTimeoutMs: number(1),
  abortGraceMs: number(),
  approvalTimeoutMs: number(),
  receiptTimeoutMs: number(),
  automaticApprovals: word<RunSettings['automaticApprovals']>({ alone: true, always: true, never: true }),
  hookTimeoutMs: number(1),
  hookTotalMs: number(1),
  resultLimit: object<TextLimit>({ bytes: number(1), lines: number(1) }),
  endsLoops: flag,
  loopEnds: word<RunSettings['loopEnds']>({ run: true, call: true }),
  flow: flowCheck,
})

const bucket = object<BucketSettings>({ burst: number(), perSecond: number() })
const window = object<WindowSettings>({ calls: number(), perMs: number(1) })

/** The check of the settings of a limiter. */
export const limitSettingsCheck = object<LimitSettings>({
  calls: bucket,
  dangerousCalls: bucket,
  concurrentPerSession: number(1),
  concurrentPerTool: record(number(1)),
  queue: object<QueueSettings>({ calls: number(), waitMs: number(1) }),
  windows: object<Record<LimitScope, WindowSettings>>({ session: window, agent: window, user: window, tool: window }),
})

const matcher = object<HookMatcher>({
  tools: list(text),
  tags: list(text),
  target: object<TargetMatcher>({
    kind: word<Target['kind']>({
      path: true,
      command: true,
      host: true,
      session: true,
      agent: true,
      server: true,
      dynamic: true,
    }),
    path: text,
    program: text,
    host: text,
  }),
})
const hookBase = { name: required(text), timeoutMs: number(1), run: required(callable) }

/** The check of a set of hooks. */
export const hooksCheck = object<Hooks>({
  sessionStart: list(object<SessionStartHook>(hookBase)),
  preToolUse: list(object<PreToolUseHook>({ ...hookBase, matcher, trusted: flag, instant: flag })),
  permissionRequest: list(object<PermissionRequestHook>({ ...hookBase, matcher })),
  postToolUse: list(object<PostToolUseHook>({ ...hookBase, matcher })),
  subagentStart: list(object<SubagentStartHook>(hookBase)),
  subagentStop: list(object<SubagentStopHook>(hookBase)),
})

/** The check of the limits on the tool set of a run. */
export const toolScopeCheck = object<Omit<ToolScope, 'agent' | 'role' | 'mode' | 'ceilings'>>({
  provider: text,
  depth: object<Depth>({ current: number(), max: number() }),
  childSet: list(text),
  groupAllow: list(text),
  taskAllow: list(text),
  requestAllow: list(text),
  capability: anything,
})
