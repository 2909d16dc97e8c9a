import type { StepState, StepStatus } from './task.ts'

/** The facts about a step that decide its state. */
export interface StepFacts {
  readonly key: string
  readonly status: StepStatus
  readonly dependsOn: readonly string[]
}

/** Returns the state of each step by its key: a pending step is ready, waits, or is blocked by one that will never be completed. Pure. */
export function stepStates(steps: readonly StepFacts[]): ReadonlyMap<string, StepState> {
  const statusOf = new Map(steps.map(({ key, status }) => [key, status]))
  const dependants = new Map<string, string[]>()
  for (const { key, dependsOn } of steps) {
    for (const need of dependsOn) {
      const known = dependants.get(need)
      if (known === undefined) dependants.set(need, [key])
      else known.push(key)
    }
  }
  const blocked = new Set<string>()
  const spreading = steps.filter(({ status }) => status === 'failed' || status === 'cancelled').map(({ key }) => key)
  for (let key = spreading.pop(); key !== undefined; key = spreading.pop()) {
    for (const dependant of dependants.get(key) ?? []) {
      if (blocked.has(dependant) || statusOf.get(dependant) !== 'pending') continue
      blocked.add(dependant)
      spreading.push(dependant)
    }
  }
  return new Map(
    steps.map(({ key, status, dependsOn }) => {
      if (status !== 'pending') return [key, status]
      if (blocked.has(key)) return [key, 'blocked']
      return [key, dependsOn.every((need) => statusOf.get(need) === 'completed') ? 'ready' : 'waiting']
    }),
  )
}
