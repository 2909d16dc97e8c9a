import type { AgentProfiles, AgentRunner, LoopEvent, RunReport } from '@drawbridge/core/agent'
import { createAgentRunner } from '@drawbridge/agents/runner'
import type { Model } from '@drawbridge/core/model'
import { createDrawbridge, type Drawbridge, type DrawbridgeOptions } from '@drawbridge/sdk'
import { type ScratchFolder, scratchFolder } from './scratch-folder.ts'

/** A Drawbridge in a folder of its own with a runner whose only model is the given one. Dispose of it. */
export interface AgentHouse extends AsyncDisposable {
  readonly folder: ScratchFolder
  readonly drawbridge: Drawbridge
  readonly runner: AgentRunner
}

/** Opens one. @param folder That of an earlier one, as another process would open it. */
export async function agentHouse(
  model: Model | Readonly<Record<string, Model>>,
  {
    folder = scratchFolder(),
    profiles,
    ...options
  }: DrawbridgeOptions & { readonly folder?: ScratchFolder; readonly profiles?: AgentProfiles } = {},
): Promise<AgentHouse> {
  const { workspace, home } = folder
  const drawbridge = await createDrawbridge({ workspace, home, ...options })
  const models = 'stream' in model ? { default: model, [model.id as string]: model as Model } : model
  const get = async (id: string) => {
      const found = Object.hasOwn(models, id) ? (models as Record<string, Model>)[id] : undefined
    if (found === undefined) throw new Error(`There is no model "${id}".`)
    return found
  }
  const runner = createAgentRunner(drawbridge.house, { models: { get }, profiles })
  return { folder, drawbridge, runner, [Symbol.asyncDispose]: () => drawbridge[Symbol.asyncDispose]() }
}

/** Reads a run to its end. */
export async function readRun(
  run: AsyncGenerator<LoopEvent, RunReport>,
  onEvent: (event: LoopEvent) => unknown = () => undefined,
): Promise<{ readonly events: readonly LoopEvent[]; readonly report: RunReport }> {
  const events: LoopEvent[] = []
  for (;;) {
    const next = await run.next()
    if (next.done === true) return { events, report: next.value }
    events.push(next.value)
    await onEvent(next.value)
  }
}
