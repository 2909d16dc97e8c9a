import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { didYouMean } from '../name/nearest-names.ts'
import type { DeferredTool } from '../tool/deferred-tool.ts'
import type { ToolDefinition } from '../tool/tool.ts'
import { compileDeferredTool, compileTool, type ToolCompileOptions } from './compile-tool.ts'
import type { ConnectOptions, SourceConnection, SourceReport } from './connect-source.ts'
import type { ListedTool } from './registered-tool.ts'
import type { ToolSource } from './tool-source.ts'

/** All tools of a process by canonical name. A run works on a snapshot of it, never on the registry itself. */
export interface Registry {
  /** A number that grows with every change. */
  readonly version: number
  /** Adds a tool until the returned handle is disposed. Throws if the name is taken or the definition is unusable. */
  register(definition: ToolDefinition, options?: ToolCompileOptions): Disposable
  /** The same for a tool whose schema and functions are loaded at its first call. */
  registerDeferred(tool: DeferredTool, options?: ToolCompileOptions): Disposable
  /**
   * Registers what the source lists, and keeps up with its changes, until disposed. One bad tool is left out by name, and a source
   * that cannot list its tools has none: `sources` has the reasons.
   */
  connect(source: ToolSource, options?: ConnectOptions): Promise<SourceConnection>
  /** The connected sources, with the tools that they offered in vain. */
  sources(): readonly SourceReport[]
  get(name: string): ListedTool | undefined
  /** Every tool, disabled ones included, sorted by name. */
  list(): readonly ListedTool[]
  isEnabled(name: string): boolean
  /** Returns the reason that a tool is not enabled; undefined if it is. */
  whyDisabled(name: string): string | undefined
  /**
   * Removes a tool from later snapshots, or adds it again. That holds by name: a source that lists the tool again does not switch
   * it on. Throws if the tool does not exist.
   * @param reason Shown to callers that request it. Default `it is switched off`.
   */
  setEnabled(name: string, enabled: boolean, reason?: string): void
}

/** Creates an empty registry. */
export function createRegistry(): Registry {
  const tools = new Map<string, ListedTool>()
  const disabled = new Map<string, string>()
  const connections = new Set<SourceConnection>()
  let version = 0
  let sorted: readonly ListedTool[] | undefined

  const registry: Registry = {
    get version() {
      return version
    },
    register: (definition, options) => add(compileTool(definition, options)),
    registerDeferred: (tool, options) => add(compileDeferredTool(tool, options)),
    connect: async (source, options) => {
      const { connectSource } = await import('./connect-source.ts')
      const connection = await connectSource(
        source,
        (tool) => ('load' in tool ? registry.registerDeferred(tool) : registry.register(tool)),
        options,
      )
      connections.add(connection)
      return {
        source: connection.source,
        get quarantined() {
          return connection.quarantined
        },
        get problem() {
          return connection.problem
        },
        refresh: () => connection.refresh(),
        [Symbol.asyncDispose]: () => {
          connections.delete(connection)
          return connection[Symbol.asyncDispose]()
        },
      }
    },
    sources: () => [...connections].map(({ source, quarantined, problem }) => ({ source, quarantined, problem })),
    get: (name) => tools.get(name),
    list: () => {
      sorted ??= Object.freeze([...tools.values()].sort((left, right) => (left.name < right.name ? -1 : 1)))
      return sorted
    },
    isEnabled: (name) => !disabled.has(name),
    whyDisabled: (name) => disabled.get(name),
    setEnabled: (name, enabled, reason = 'it is switched off') => {
      if (!tools.has(name)) {
        throw new DrawbridgeError(
          'invalid_option',
          `The tool "${name}" does not exist.${didYouMean(name, tools.keys())}`,
        )
      }
      if (enabled) disabled.delete(name)
      else disabled.set(name, reason)
      version += 1
    },
  }
  return registry

  function add(tool: ListedTool): Disposable {
    if (tools.has(tool.name)) throw duplicateTool(tool.name)
    tools.set(tool.name, tool)
    sorted = undefined
    version += 1
    return { [Symbol.dispose]: () => remove(tool) }
  }

  function remove(tool: ListedTool): void {
    if (tools.get(tool.name) !== tool) return
    tools.delete(tool.name)
    sorted = undefined
    version += 1
  }
}

function duplicateTool(name: string): DrawbridgeError {
  return new DrawbridgeError(
    'duplicate_tool',
    `A tool named "${name}" is already registered. Names are never overridden or suffixed: rename one, or dispose of the other first.`,
  )
}
