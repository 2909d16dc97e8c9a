import { randomUUID } from 'node:crypto'
import { fail } from '@drawbridge/core'
import type { AgentProfiles, AgentRunner, ChildCaller, ChildLimits, ChildTask } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import type { ChildRecord } from '../record/child-record.ts'
import type { NewChild } from '../record/create-child-repository.ts'
import { defaultChildLimits, type SubagentsSection } from '../subagents-section.ts'

/** Returns the limits of the children of an agent: its own, else those of the section, else the built-in ones. */
export function limitsOf(
  agent: string | undefined,
  profiles: AgentProfiles,
  section: SubagentsSection | undefined,
): ChildLimits {
  const { askBeforeSpawn: _, ...general } = section ?? {}
  const own = agent !== undefined && Object.hasOwn(profiles, agent) ? profiles[agent]?.subagents : undefined
  return { ...defaultChildLimits, ...defined(general), ...defined(own ?? {}) }
}

/** A tree is as deep as its top allows, whatever an agent further down may do. */
export function limitsWithin<Limits extends { readonly depth: number }>(
  above: ChildRecord | undefined,
  limits: Limits,
): Limits {
  return above === undefined ? limits : { ...limits, depth: Math.min(limits.depth, above.options.depthLimit) }
}

/** Returns the limits of one task: a reviewer does not count among the children that work. */
export function limitsFor({ isReview = false }: ChildTask, limits: ChildLimits): ChildLimits {
  return isReview ? { ...limits, childrenPerParent: Number.MAX_SAFE_INTEGER } : limits
}

/** Returns the model of a child: another agent has one of its own. */
export function modelFor(
  { agent, definition }: ChildTask,
  { limits, own }: { readonly limits: ChildLimits; readonly own: string | undefined },
): string | undefined {
  if (agent !== undefined) return undefined
  return limits.model ?? (definition === undefined ? own : undefined)
}

/** Returns the ancestors of a child, nearest first. */
export function parentsOf({ run, agent, label, parents }: ChildCaller['principal']): ChildRecord['parents'] {
  return [{ run, ...defined({ agent, label }) }, ...parents]
}

const longestLabel = 60

/**
 * Returns a child before it is admitted.
 * @throws ToolFault `invalid_target` if its definition does not exist: a model may have named it.
 */
export function newChild(
  { principal, workspace }: ChildCaller,
  given: ChildTask,
  {
    above,
    limits,
    runner,
  }: {
    readonly above: ChildRecord | undefined
    readonly limits: ReturnType<typeof limitsOf>
    readonly runner: AgentRunner
  },
): NewChild {
  const { task, label, agent, definition, allowedTools, deniedTools, model, fork, timeoutMs } = given
  const { isolation, includeChanges } = given
  const id = given.id ?? `sub_${randomUUID().replaceAll('-', '')}`
  if (definition !== undefined && !Object.hasOwn(runner.profiles, definition))
    fail('invalid_target', `There is no definition "${definition}". List them with agent.list_definitions.`)
  const name = (label ?? task).replaceAll(/\s+/g, ' ').trim().slice(0, longestLabel) || 'child'
  return {
    id,
    label: name,
    task,
    role: agent === undefined ? (given.role ?? 'sub') : 'main',
    parent: principal.session,
    root: above?.root ?? principal.session,
    path: [...(above?.path ?? []), name],
    depth: (above?.depth ?? 0) + 1,
    ...defined({ agent: agent ?? definition ?? principal.agent, user: principal.user }),
    parentRun: principal.run,
    parents: parentsOf(principal),
    options: {
      workspace,
      iterations: limits.iterations,
      depthLimit: limits.depth,
      ...defined({ definition, allowedTools, deniedTools, model, fork, timeoutMs, isolation, includeChanges }),
      ...defined({ channel: principal.channel }),
    },
  }
}
