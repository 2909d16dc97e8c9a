import { errorMessage } from '../error/error-message.ts'
import type { ToolDefinition } from '../tool/tool.ts'
import type { ToolSource } from './tool-source.ts'

/** A tool that a source offered and the registry could not take. */
export interface QuarantinedTool {
  readonly name: string
  readonly reason: string
}

/** A source whose tools are registered, until it is disposed. */
export interface SourceConnection extends AsyncDisposable {
  readonly source: string
  /** The rejected tools of the last listing. */
  readonly quarantined: readonly QuarantinedTool[]
  /** Lists the tools again now. If that fails, the previous tools stay. */
  refresh(): Promise<void>
}

/** Registers a source's tools one by one, so that a bad one costs only itself. */
export async function connectSource(
  source: ToolSource,
  register: (definition: ToolDefinition) => Disposable,
): Promise<SourceConnection> {
  let registrations: Disposable[] = []
  let quarantined: QuarantinedTool[] = []
  let refreshing = Promise.resolve()

  const refresh = async () => {
    const definitions = await source.list()
    for (const registration of registrations) registration[Symbol.dispose]()
    registrations = []
    quarantined = []
    for (const definition of definitions) registerOne(definition)
  }
  /** Listings never overlap; a failed one leaves the tools of the one before. */
  const refreshInTurn = () => {
    const turn = refreshing.then(refresh)
    refreshing = turn.catch(() => undefined)
    return turn
  }
  await refreshInTurn()
  const subscription = source.onChange(() => void refreshInTurn().catch(() => undefined))

  return {
    source: source.id,
    get quarantined() {
      return quarantined
    },
    refresh: refreshInTurn,
    [Symbol.asyncDispose]: async () => {
      subscription[Symbol.dispose]()
      await refreshing
      for (const registration of registrations) registration[Symbol.dispose]()
      await source[Symbol.asyncDispose]()
    },
  }

  function registerOne(definition: ToolDefinition): void {
    try {
      registrations.push(register(definition))
    } catch (error) {
      quarantined.push({ name: definition.name, reason: errorMessage(error) })
    }
  }
}
