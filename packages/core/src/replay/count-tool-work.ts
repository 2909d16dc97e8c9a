import type { ListedTool, RegisteredTool } from '../registry/registered-tool.ts'
import type { Snapshot } from '../registry/snapshot.ts'
import type { PendingWork } from './pending-work.ts'

/** The tools of a run, with all of theirs counted that takes longer than a promise: loading them, and what their schemas look up. */
export function countToolWork(snapshot: Snapshot, { track }: PendingWork): Snapshot {
  const counted = (tool: RegisteredTool): RegisteredTool => {
    const standard = tool.schema.schema['~standard']
    const validate: typeof standard.validate = (value) => track(standard.validate(value))
    return { ...tool, schema: { ...tool.schema, schema: { '~standard': { ...standard, validate } } } }
  }
  const listed = (tool: ListedTool): ListedTool => ({
    ...tool,
    load: () => {
      const loaded = track(tool.load())
      return loaded instanceof Promise ? loaded.then(counted) : counted(loaded)
    },
  })
  return {
    ...snapshot,
    find: (name) => {
      const tool = snapshot.find(name)
      return tool && listed(tool)
    },
  }
}
