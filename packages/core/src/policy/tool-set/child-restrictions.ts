import type { Role } from '../../base/principal.ts'
import { compileTextPattern } from '../text-pattern.ts'

/** A run's depth below the run that a person started, and the maximum depth. */
export interface Depth {
  readonly current: number
  readonly max: number
}

/** Nothing that administers, schedules, remembers for others or talks past the parent. */
const deniedToChildren: ReadonlySet<string> = new Set([
  'automation.gateway',
  'automation.cron',
  'agent.list',
  'messaging.login',
  'session.status',
  'memory.search',
  'memory.get',
  'sessions.send',
])

/** Useless to a child that may have no children. */
const deniedToLeaves: ReadonlySet<string> = new Set([
  'sessions.list',
  'sessions.history',
  'sessions.search',
  'agent.spawn',
  'agent.subagents',
])

/** Tools that lead others: for those who plan, not for those who carry out. */
const leading: ReadonlySet<string> = new Set([
  'agent.plan_template',
  'agent.fork',
  'agent.list_definitions',
  'agent.list_workers',
  'agent.dispatch_worker',
  'knowledge.upsert',
  'skill.publish',
])

const isTaskTool = compileTextPattern('agent.task_*')

/** Needed only by the claimant of a step; the tools check the claim. */
const ownTaskTools: ReadonlySet<string> = new Set([
  'agent.task_get',
  'agent.task_query_steps',
  'agent.task_claim_step',
  'agent.task_update_step',
])

/** The default set of a worker whose type and dispatch name no tools. */
export const minimalWorkerSet: readonly string[] = [
  ...ownTaskTools,
  'fs.read_file',
  'fs.list_files',
  'fs.glob',
  'fs.search',
]

const recallers: ReadonlySet<Role> = new Set(['main', 'orchestrator'])

export function isChild(role: Role): boolean {
  return role === 'sub' || role === 'fork' || role === 'worker'
}

/** Returns the reason that a child never gets this tool, whatever its lists say. */
export function childObjection(name: string, role: Role, depth: Depth | undefined): string | undefined {
  if (!isChild(role)) return undefined
  if (deniedToChildren.has(name)) return 'children of a run never have it'
  if (!deniedToLeaves.has(name)) return undefined
  if (depth === undefined) return 'a child whose depth is not stated has no children'
  if (depth.current >= depth.max) return `at depth ${depth.current} of ${depth.max} a run has no children`
  return undefined
}

/** Returns the reason that a role never gets this tool, whatever its lists say. */
export function roleObjection(name: string, role: Role): string | undefined {
  if (name === 'memory.writer') return 'memory is written by a job, never by a run'
  if (name === 'memory.recall' && !recallers.has(role)) return `the role ${role} recalls no memories`
  if (!isChild(role)) return undefined
  if (leading.has(name) || (isTaskTool(name) && !ownTaskTools.has(name))) {
    return `the role ${role} performs work and does not lead it`
  }
  return undefined
}
