import type { Machine, ProcessPlace } from '@drawbridge/core/machine'

/** The same machine, whose programs say where they run. */
export function machineAt(machine: Machine, place: ProcessPlace): Machine {
  return { ...machine, processes: (scope) => ({ ...machine.processes(scope), place }) }
}
