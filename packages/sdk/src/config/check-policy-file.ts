import { resolve } from 'node:path'
import { createRegistry, type Registry } from '@drawbridge/core'
import type { CompiledPolicy } from '@drawbridge/core/policy'
import type { Room } from '@drawbridge/room'
import { openCredentials } from '../credentials/open-credentials.ts'
import { registerCredentialed } from '../credentials/register-credentialed.ts'
import { realUserHome } from '../home/real-user-home.ts'
import { namesRooms } from '../room/find-rooms.ts'
import { loadSections } from '../room/room-sections.ts'
import { listRoomTools } from '../room/room-tools.ts'
import { builtInRooms } from '../rooms.ts'
import { checkPurposes } from './check-purposes.ts'
import { compileConfiguration } from './compile-configuration.ts'
import type { ConfigLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import { checkPlace } from './load-configuration.ts'
import { atStart, type Environment, readLayer } from './read-layer.ts'

/** The options of `checkPolicyFile`. */
export interface CheckOptions {
  /** The base of relative paths in rules. */
  readonly workspace: string
  /** `project` for a project's file, which may contain less. Default `operator`. */
  readonly kind?: ConfigLayer['kind'] | undefined
  /** The tools that names are checked against. Default: the built-in ones. */
  readonly registry?: Registry | undefined
  readonly environment?: Environment | undefined
  /**
   * The rooms whose sections and tools the file may name. Default: those of Drawbridge. What a file itself names under `rooms` is not
   * loaded to check it, for that runs code: sections of such rooms are then left unchecked.
   */
  readonly rooms?: readonly Room[] | undefined
}

/** The result of the check of a policy file. */
export type CheckedPolicyFile =
  | {
      readonly status: 'sound'
      readonly layer: ConfigLayer
      readonly policy: CompiledPolicy
      readonly warnings: readonly ConfigProblem[]
    }
  | {
      readonly status: 'faulty'
      readonly problems: readonly ConfigProblem[]
      readonly warnings: readonly ConfigProblem[]
    }

/** Everything that is wrong with one configuration file, found without applying it. Which secrets there are is not looked up. */
export async function checkPolicyFile(file: string, options: CheckOptions): Promise<CheckedPolicyFile> {
  const { workspace, kind = 'operator', environment = process.env, rooms = builtInRooms } = options
  const { registry = await builtInRegistry(rooms) } = options
  const sections = await loadSections(rooms)
  const path = resolve(file)
  const reading = readLayer(
    kind,
    path,
    { environment, secrets: 'unchecked' },
    options.rooms === undefined && kind === 'operator' && (await namesRooms(path)) ? 'any' : sections,
  )
  if (reading.status === 'missing') return faulty([atStart(path, 'The file does not exist.')])
  if (reading.status === 'refused') return faulty(reading.problems)
  const { layer } = reading
  // A file that names rooms of others may mean their purposes.
  const purposes = layer.config.rooms === undefined ? checkPurposes(layer, rooms) : []
  const misplaced = [...checkPlace(layer, [layer], sections), ...purposes]
  const compiled = compileConfiguration([layer], { tools: registry.list(), workspace, userHome: realUserHome() })
  const { warnings } = compiled
  if (compiled.status === 'refused') return faulty([...misplaced, ...compiled.problems], warnings)
  if (misplaced.length > 0) return faulty(misplaced, warnings)
  return { status: 'sound', layer, policy: compiled.policy, warnings }
}

function faulty(problems: readonly ConfigProblem[], warnings: readonly ConfigProblem[] = []): CheckedPolicyFile {
  return { status: 'faulty', problems, warnings }
}

/** A registry with the tools that come with Drawbridge and its rooms. */
export async function builtInRegistry(rooms: readonly Room[] = builtInRooms): Promise<Registry> {
  const registry = createRegistry()
  registerCredentialed(registry, await openCredentials([], { untrusted: [] }))
  await listRoomTools(registry, rooms)
  return registry
}
