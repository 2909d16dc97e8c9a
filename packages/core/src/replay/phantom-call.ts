import type { EventLog } from '../event/event-log.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import type { ListedTool, RegisteredTool } from '../registry/registered-tool.ts'
import type { CompiledSchema } from '../schema/index.ts'

/**
 * The context of a call whose arguments died with its process: it takes its place in its turn, so that the others go on as they did,
 * and never gets any further.
 */
export function phantomContext(context: RunContext): RunContext {
  const { snapshot } = context
  const find = (name: string) => {
    const tool = snapshot.find(name)
    return tool && withoutDemands(tool)
  }
  return {
    ...context,
    snapshot: { ...snapshot, find },
    events: withoutCalls(context.events),
    limiter: { acquire: () => new Promise(() => undefined) },
  }
}

/** Lets only the run's own events through. */
export function withoutCalls(events: EventLog): EventLog {
  return {
    ...events,
    announce: () => undefined,
    record: (body, run, durability, time) =>
      'toolCallId' in body ? undefined : events.record(body, run, durability, time),
  }
}

/** The tool as one that takes anything and touches nothing. */
function withoutDemands(tool: ListedTool): ListedTool {
  const load = () => {
    const loaded = tool.load()
    return loaded instanceof Promise ? loaded.then(demandNothing) : demandNothing(loaded)
  }
  return { ...tool, load }
}

function demandNothing(tool: RegisteredTool): RegisteredTool {
  const { name, description, input, permission, execute } = tool.definition
  return { ...tool, definition: { name, description, input, permission, execute }, schema: anything }
}

const anything: CompiledSchema = {
  schema: {
    '~standard': { version: 1, vendor: 'drawbridge', validate: (value) => ({ value }) },
  } as CompiledSchema['schema'],
  profile: 'open',
  jsonSchema: {},
  frozenSchema: {},
  repair: (input) => ({ input, repairs: [] }),
  checksUnknownFields: false,
}
