import type { ConversationOptions } from '@drawbridge/core/agent'
import { compileCeiling } from '@drawbridge/core/policy'
import type { StandingLimits } from '@drawbridge/room'
import type { Actor, TaskStarter, TeamTask } from './task.ts'
import type { TaskAction } from './task-action.ts'

/** The actions that tell the owner of a task what to do, or have it do that again. */
const orders: ReadonlySet<TaskAction['type']> = new Set(['update', 'assign', 'retry', 'reject'])

/** Returns the task with the limits of a run that gives orders for it, so that no run has others do what it may not do. Pure. */
export function boundBy(task: TeamTask, action: Pick<TaskAction, 'type'>, { limits }: Pick<Actor, 'limits'>): TeamTask {
  if (limits === undefined || !orders.has(action.type)) return task
  const { starter = { parents: [] } } = task
  if (limitsOfStarter(starter).some((each) => JSON.stringify(each) === JSON.stringify(limits))) return task
  return { ...task, starter: { ...starter, furtherLimits: [...(starter.furtherLimits ?? []), limits] } }
}

/** Returns all limits that runs for a task keep. Pure. */
export function limitsOfStarter(
  { limits, furtherLimits = [] }: TaskStarter = { parents: [] },
): readonly StandingLimits[] {
  return limits === undefined ? furtherLimits : [limits, ...furtherLimits]
}

/** Returns the options of a run that is bound by the limits of others, also after those have ended, and in other processes. Pure. */
export function optionsWithin(
  kept: readonly StandingLimits[],
  why: string,
): Pick<ConversationOptions, 'ceilings' | 'deniedPaths'> {
  if (kept.length === 0) return {}
  const modes = new Set(kept.flatMap(({ mode, modes: above = [] }) => [mode, ...above]))
  const tools = [...new Set(kept.flatMap(({ deniedTools = [] }) => deniedTools))]
  const reason = `${why} was denied it.`
  return {
    deniedPaths: [...new Set(kept.flatMap(({ deniedPaths }) => deniedPaths))],
    ceilings: [
      ...[...modes].map((mode) => ({ name: `${why}: ${mode}`, source: `the mode of ${why}`, mode, rules: [] })),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of rules
      ...(tools.length === 0 ? [] : [compileCeiling({ name: why, rules: [{ tools, reason, then: 'deny' }] }, noPlace)]),
    ],
  }
}

/** The rule names no path, so that the place does not matter. */
const noPlace = { workspace: '/', userHome: '/' }
