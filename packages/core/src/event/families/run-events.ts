import type { Principal } from '../../base/principal.ts'
import { isJsonObject } from '../../json/index.ts'
import type { EventFamily } from '../event-family.ts'
import { isText } from '../is-whole.ts'
import { scrubFields, scrubNothing } from '../scrub-fields.ts'

/** The first call of a run came in: how the run was opened. */
export interface RunStarted {
  readonly type: 'run.started'
  /** The format of the run's record. 2: fields say why each call ended. Absent in older records. */
  readonly format?: 2
  readonly principal: Principal
  /** By name. */
  readonly dialect: string
  /** True if its calls wait for approval as receipts. */
  readonly detached?: true
  readonly settings: Readonly<Record<string, unknown>>
  /** The machine's. Absolute. */
  readonly workspace: string
  /** Set if a hook may have rewritten inputs. */
  readonly hasRewritingHooks?: true
  /** Fingerprint of its tools: names, permission, risk and schemas. */
  readonly tools: string
  /** True if `allow_always` can be stored. */
  readonly lastingGrants: boolean
  /** The run that began what this one remembers of its session: another process remembers nothing. */
  readonly memoryOf: string
  /** The data with which the composition root can open it again: plain JSON. */
  readonly setup?: Readonly<Record<string, unknown>>
}

/** The reader of a model turn stopped before its end: its unfinished calls were aborted. */
export interface TurnAborted {
  readonly type: 'turn.aborted'
  /** As {@link TurnPosition.number}. */
  readonly turn: number
}

export interface RunAborted {
  readonly type: 'run.aborted'
  readonly reason: string
  /** Default: the code that opened the run. */
  readonly by?: 'approver' | 'loop'
}

/**
 * The reason why a run ended. `aborted`: it was stopped. `aborted_tools`: it ended because its calls were aborted.
 * `refused`: the model declined. `interrupted`: its process died, which was found afterwards.
 */
export type RunEndReason =
  | 'completed'
  | 'max_turns'
  | 'aborted'
  | 'aborted_tools'
  | 'failed'
  | 'budget'
  | 'refused'
  | 'context_exhausted'
  | 'interrupted'

/** A run that had called something is over. */
export interface RunEnded {
  readonly type: 'run.ended'
  readonly reason: RunEndReason
}

/** A later model request of a run was given other tools than the one before. */
export interface RunToolsChanged {
  readonly type: 'run.tools_changed'
  /** As {@link RunStarted.tools}. */
  readonly tools: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** The events of a run itself. */
export interface RunEvents {
  readonly 'run.started': RunStarted
  readonly 'run.ended': RunEnded
  readonly 'run.tools_changed': RunToolsChanged
  readonly 'run.aborted': RunAborted
  readonly 'turn.aborted': TurnAborted
}

export const runEvents: EventFamily<RunEvents> = {
  'run.started': {
    scrub: scrubFields('setup'),
    line: () => ({}),
    replay: 'made',
    node: ({ run, principal: { parents } }) => {
      const [parent] = parents
      const above = parent === undefined ? {} : { parent: runNodeId(parent.run) }
      return { kind: 'run', id: runNodeId(run), keeps: 'first', ...above }
    },
    caller: ({ principal }) => ({ ...principal, kind: sessionKindOf(principal) }),
    isWhole: ({ principal }) => isPrincipal(principal),
  },
  'run.ended': { scrub: scrubNothing, line: ({ reason }) => ({ reason }), replay: 'made' },
  'run.tools_changed': {
    scrub: scrubNothing,
    line: ({ added, removed }) => ({ added: added.length, removed: removed.length }),
    replay: 'input',
    because: 'a replay uses the current tools',
  },
  'run.aborted': { scrub: scrubFields('reason'), line: () => ({}), replay: 'made' },
  'turn.aborted': { scrub: scrubNothing, line: () => ({}), replay: 'made' },
}

/** The purpose of a session, by the way in which its first run was started. `child`: a subagent, a fork or a worker. */
export type SessionKind = 'direct' | 'group' | 'child' | 'delegation' | 'team' | 'cron' | 'heartbeat'

/** All kinds of sessions. */
export const sessionKinds = [
  'direct',
  'group',
  'child',
  'delegation',
  'team',
  'cron',
  'heartbeat',
] as const satisfies readonly SessionKind[]

/** Returns the kind of the session that a run with this principal begins. */
function sessionKindOf({ via = 'user', peerKind }: Pick<Principal, 'via' | 'peerKind'>): SessionKind {
  switch (via) {
    case 'spawn':
    case 'fork':
    case 'worker':
      return 'child'
    case 'delegation':
    case 'team':
    case 'cron':
    case 'heartbeat':
      return via
    case 'user':
    case 'channel':
    case 'http':
    case 'mcp':
      return peerKind ?? 'direct'
  }
}

/** Id of the node of a run. */
export function runNodeId(run: string): string {
  return `run/${run}`
}

function isPrincipal(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const { agent, user, channel, parents } = value
  const areNames = [agent, user, channel].every((name) => name === undefined || isText(name))
  return areNames && Array.isArray(parents) && parents.every((parent) => isJsonObject(parent) && isText(parent.run))
}
