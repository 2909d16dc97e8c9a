import type { ToolSource } from '@drawbridge/core'
import type { DeferredTool } from '@drawbridge/core/registry'
import type { House, OpenRoom } from '@drawbridge/room'
import { fingerprintOfFolder } from '@drawbridge/sandbox/fingerprint'
import { createCustomTools, toolsTopic } from '../stored/custom-tools.ts'
import { defineLiveTool } from './define-live-tool.ts'
import { isSecretVariable } from './is-secret-variable.ts'
import type { LiveTool, LiveTools } from './live-tools.ts'
import { localFolder, readLocalTools } from './read-local.ts'

/** The tools of files and database, kept up to date. */
export interface OpenLiveTools extends LiveTools, AsyncDisposable {
  readonly source: ToolSource
  /** Looks for changes of files and database. A database that cannot be asked leaves what was known. */
  refresh(): Promise<void>
  /** Returns the reason that an agent must not see or call a tool; undefined if it may. */
  hide(tool: string, agent: string | undefined): ReturnType<NonNullable<OpenRoom['hide']>>
}

/** Reads the tools of files and database, and follows them. */
export async function openLiveTools(house: House): Promise<OpenLiveTools> {
  const stored = createCustomTools(house)
  const listeners = new Set<() => void>()
  const definitions = new Map<string, { readonly revision: string; readonly definition: DeferredTool }>()
  let tools: ReadonlyMap<string, LiveTool> = new Map()
  let seen = ''
  let watch: Disposable | undefined

  const fingerprint = async () => `${await stored.revision()}\n${fingerprintOfFolder(localFolder(house.home), '.json')}`
  const look = async () => {
    const found = await fingerprint()
    if (found === seen) return
    const local = await readLocalTools(house.home)
    tools = new Map([...(await storedTools()), ...local.tools].map((tool) => [tool.name, tool]))
    seen = found
    for (const listener of listeners) listener()
  }
  let looking: Promise<void> | undefined
  const refresh = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
  const storedTools = async (): Promise<readonly LiveTool[]> =>
    (await stored.list())
      .filter(({ description }) => description.enabled)
      .map(({ name, description, revision, changedAt }) => ({
        name,
        origin: 'custom',
        description,
        revision: `${revision} ${changedAt}`,
      }))

  const live: LiveTools = {
    find: (name) => tools.get(name),
    list: () => [...tools.values()],
    environmentOf: async (tool) => {
      const { env_allowlist: allowed, api } = tool.description
      const passed: Record<string, string> = {}
      for (const name of allowed) {
        const value = house.environment[name]
        if (value === undefined) continue
        if (isSecretVariable(name, value)) house.hide(value)
        passed[name] = value
      }
      const owner = api === undefined ? tool.name : `api:${api}`
      return { ...passed, ...(tool.origin === 'custom' ? await stored.openEnvironment(owner) : {}) }
    },
  }
  const source: ToolSource = {
    id: 'custom',
    list: async () => {
      const made: DeferredTool[] = []
      for (const tool of tools.values()) {
        const known = definitions.get(tool.name)
        if (known?.revision === tool.revision) {
          made.push(known.definition)
          continue
        }
        const definition = defineLiveTool(tool, live, house)
        definitions.set(tool.name, { revision: tool.revision, definition })
        made.push(definition)
      }
      return made
    },
    onChange: (listener) => {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  await refresh()
  watch = await (await house.database.find())?.subscribe(toolsTopic, () => void refresh().catch(() => undefined))
  return {
    ...live,
    source,
    refresh: () => refresh().catch(() => undefined),
    hide: (name, agent) => {
      if (!name.startsWith('custom.') && !name.startsWith('local.')) return undefined
      const tool = tools.get(name)
      if (tool === undefined) return unavailable('it was removed or disabled')
      const owner = tool.description.agent_id
      return owner === undefined || owner === agent ? undefined : unavailable('it belongs to another agent')
    },
    [Symbol.asyncDispose]: async () => watch?.[Symbol.dispose](),
  }
}

function unavailable(reason: string) {
  return { class: 'unavailable', reason, source: 'registry' } as const
}
