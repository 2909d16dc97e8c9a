import { errorMessage } from '../error/error-message.ts'
import type { SourceTool, ToolSource } from './tool-source.ts'

/** A tool that a source offered and the registry could not take. */
export interface QuarantinedTool {
  readonly name: string
  readonly reason: string
}

/** The result of a source's last listing, besides its tools. */
export interface SourceReport {
  readonly source: string
  /** The rejected tools. */
  readonly quarantined: readonly QuarantinedTool[]
  /** The reason why listing failed; undefined if it did not. The tools from before stay. */
  readonly problem: string | undefined
}

/** A source whose tools are registered, until it is disposed. */
export interface SourceConnection extends SourceReport, AsyncDisposable {
  /** Lists the tools again now. If that fails, the previous tools stay. */
  refresh(): Promise<void>
}

export interface ConnectOptions {
  /** Ends the wait for the first listing. Its reason becomes the source's `problem` until the listing is there after all. */
  readonly signal?: AbortSignal
}

/**
 * Registers a source's tools one by one, so that a bad one costs only itself. A source that cannot list its tools has none until it
 * can: it reports a change, or is asked to `refresh`.
 */
export async function connectSource(
  source: ToolSource,
  register: (definition: SourceTool) => Disposable,
  { signal }: ConnectOptions = {},
): Promise<SourceConnection> {
  let registrations: Disposable[] = []
  let quarantined: QuarantinedTool[] = []
  let problem: string | undefined
  let listed: readonly SourceTool[] = []
  let refreshing = Promise.resolve()
  let isEnded = false

  const refresh = async () => {
    const definitions = await list()
    if (isEnded || isSameList(definitions, listed)) return
    listed = [...definitions]
    for (const registration of registrations) registration[Symbol.dispose]()
    registrations = []
    quarantined = []
    for (const definition of definitions) registerOne(definition)
  }
  const list = async () => {
    try {
      const definitions = await source.list()
      problem = undefined
      return definitions
    } catch (error) {
      problem = errorMessage(error)
      throw error
    }
  }
  /** Listings never overlap; a failed one leaves the tools of the one before. */
  const refreshInTurn = () => {
    const turn = refreshing.then(refresh)
    refreshing = turn.catch(() => undefined)
    return turn
  }
  const first = refreshInTurn().catch(() => undefined)
  if (signal === undefined) await first
  else if ((await firstOf(first, signal)) === 'aborted') problem = errorMessage(signal.reason)
  const subscription = source.onChange(() => void refreshInTurn().catch(() => undefined))

  return {
    source: source.id,
    get quarantined() {
      return quarantined
    },
    get problem() {
      return problem
    },
    refresh: refreshInTurn,
    [Symbol.asyncDispose]: async () => {
      isEnded = true
      subscription[Symbol.dispose]()
      for (const registration of registrations) registration[Symbol.dispose]()
      await source[Symbol.asyncDispose]()
    },
  }

  function registerOne(definition: SourceTool): void {
    try {
      registrations.push(register(definition))
    } catch (error) {
      quarantined.push({ name: definition.name, reason: errorMessage(error) })
    }
  }
}

function firstOf(work: Promise<unknown>, signal: AbortSignal): Promise<'done' | 'aborted'> {
  return new Promise((resolve) => {
    void work.then(() => resolve('done'))
    if (signal.aborted) resolve('aborted')
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
}

/** A source that gives the same definitions again has not changed, and no client needs to list its tools again. */
function isSameList(definitions: readonly SourceTool[], before: readonly SourceTool[]): boolean {
  return definitions.length === before.length && definitions.every((definition, index) => definition === before[index])
}
