import { fail } from '@drawbridge/core'
import type { AgentRecord, AgentStore, Interceptor } from '@drawbridge/core/virtual'

/**
 * Wraps the files so that they can no longer be changed once their agent was removed, or created again under its name:
 * a run's permissions follow from the agent as it was when the run began.
 */
export function whileKept(
  interceptor: Interceptor,
  store: Pick<AgentStore, 'find'>,
  { id, type, createdMs }: AgentRecord,
): Interceptor {
  const mustBeKept = async (): Promise<void> => {
    const now = await store.find(id)
    if (now?.type === type && now.createdMs === createdMs) return
    const what = now === undefined ? 'was removed' : 'was removed and created again'
    fail(
      'tool_not_available',
      `The agent "${id}" ${what} since this session was opened: its stored files can no longer be changed here. Ordinary files can.`,
    )
  }
  return {
    ...interceptor,
    write: async (path, text, version, trust) => {
      await mustBeKept()
      return interceptor.write(path, text, version, trust)
    },
    remove: async (path, version) => {
      await mustBeKept()
      return interceptor.remove(path, version)
    },
  }
}
