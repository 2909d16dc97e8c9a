import { didYouMean } from '@drawbridge/core/base'
import { findCycle, type GraphStep } from '@drawbridge/core/graph'

/** The largest number of steps of a task. */
const mostSteps = 1_000

/** Returns what is wrong with the steps of a task, for the model; undefined if nothing is. Pure. */
export function objectionToSteps(steps: readonly GraphStep[]): string | undefined {
  if (steps.length === 0) return 'A task needs at least one step.'
  if (steps.length > mostSteps)
    return `The task would have ${steps.length} steps; it may have ${mostSteps}. Make several tasks.`
  const keys = new Set<string>()
  for (const { key } of steps) {
    if (keys.has(key)) return `Two steps have the key ${JSON.stringify(key)}. Give each step a key of its own.`
    keys.add(key)
  }
  for (const { key, dependsOn } of steps) {
    const unknown = dependsOn.find((need) => !keys.has(need))
    if (unknown === undefined) continue
    return `The step ${JSON.stringify(key)} depends on ${JSON.stringify(unknown)}, which is not a step of the task.${didYouMean(unknown, [...keys])}`
  }
  const cycle = findCycle(steps)
  if (cycle === undefined) return undefined
  return `The steps wait for each other: ${showPath(cycle)} (each needs the next). Remove one of these dependencies.`
}

/** Most keys of a path that are shown. */
const mostShown = 20

function showPath(path: readonly string[]): string {
  if (path.length <= mostShown) return path.join(' → ')
  const half = mostShown / 2
  const between = `… ${path.length - mostShown} more …`
  return [...path.slice(0, half), between, ...path.slice(-half)].join(' → ')
}
