import type { CallFacts } from '../policy/authority.ts'
import { createCommandRestorer, type SimulationPlace } from '../simulate/restore-commands.ts'
import type { DeclaredTarget } from '../target/declared-target.ts'
import type { Target } from '../target/target.ts'
import type { RestoreTargets } from './recorded-resolver.ts'

/** Analyses recorded commands again from the call's declaration, like a simulation. */
export function createTargetRestorer(place: SimulationPlace): RestoreTargets {
  const restore = createCommandRestorer(place)
  return (targets, declared) =>
    declared.reduce<readonly Target[]>((restored, target) => {
      const input = commandOf(target)
      // It only reads these two facts.
      return input === undefined ? restored : restore({ input, targets: restored } as CallFacts).targets
    }, targets)
}

function commandOf(target: DeclaredTarget): unknown {
  switch (target.kind) {
    case 'shell':
      return { command: target.command }
    case 'command':
      return { argv: target.argv }
    default:
      return undefined
  }
}
