import type { RunningContainer } from '../container/running-container.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { EngineError } from '../engine/engine-error.ts'
import { runHelper } from './run-helper.ts'

const script = `
for file in /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control; do
  [ -r $file ] && while read -r name count; do
    case $name in oom_kill) printf '%s\\n' "$count" ;; esac
  done < $file
done
exit 0`

/** Counts per container how often its memory was not enough, so that a new time is known from old ones. */
const counted = new WeakMap<RunningContainer, number>()

/**
 * Resolves to true if a process of the container was killed for lack of memory since the last call. False if nothing
 * counts such kills.
 */
export async function wasKilledForMemory(client: EngineClient, container: RunningContainer): Promise<boolean> {
  try {
    const count = Number((await runHelper(client, container, script)).trim().split('\n')[0])
    const before = counted.get(container) ?? 0
    if (!Number.isInteger(count)) return false
    counted.set(container, count)
    return count > before
  } catch (error) {
    if (EngineError.isInstance(error)) return false
    throw error
  }
}
