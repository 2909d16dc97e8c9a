import type { PreparedSandbox } from './prepared-sandbox.ts'

/** Builds the sandbox of the next command while nothing is to be done: at most one for the commands of one workspace. */
export interface PreparedSandboxes<Key extends object> extends AsyncDisposable {
  /** Returns the sandbox that was prepared, which no one else gets from now on. Waits for one that is being built. */
  take(key: Key): Promise<PreparedSandbox | undefined>
  /** To be called when a command has ended: prepares for the next one if none follows at once. */
  prepareLater(key: Key, prepare: Prepare): void
  /** Reports if a sandbox could be used. Where that fails again and again, none is prepared for a while. */
  note(key: Key, wasUsed: boolean): void
  /** Prepares now what is due. Resolves to the number of sandboxes that wait for a command. */
  settle(): Promise<number>
}

/** Starts a sandbox; undefined if it is unknown what it has to hide. */
export type Prepare = () => PreparedSandbox | undefined

export interface PreparedSandboxesOptions {
  /** The time without a command after which the next one is prepared for, in milliseconds. */
  readonly restMs: number
  /** The time after which a sandbox that no command needed is ended. */
  readonly keptMs: number
  /** The number of sandboxes that wait at a time. The oldest is ended for a new one. */
  readonly max: number
}

/** Tries in vain in a row after which the sandboxes of a workspace are not worth their cost for this time, in milliseconds. */
const maxInVain = 3
const retryMs = 600_000

interface Waiting {
  readonly sandbox: PreparedSandbox
  readonly expiry: NodeJS.Timeout
}

export function createPreparedSandboxes<Key extends object>({
  restMs,
  keptMs,
  max,
}: PreparedSandboxesOptions): PreparedSandboxes<Key> {
  const due = new Map<Key, { readonly prepare: Prepare; readonly timer: NodeJS.Timeout }>()
  const waiting = new Map<Key, Waiting>()
  const inVain = new WeakMap<Key, { readonly count: number; readonly lastMs: number }>()
  let isClosed = false

  return {
    take: async (key) => {
      cancel(key)
      const sandbox = remove(key)
      return sandbox !== undefined && (await sandbox.wait()) ? sandbox : undefined
    },
    prepareLater: (key, prepare) => {
      cancel(key)
      if (isClosed || waiting.has(key) || isInVain(key)) return
      due.set(key, { prepare, timer: setTimeout(() => start(key), restMs).unref() })
    },
    note,
    settle: async () => {
      for (const key of due.keys()) start(key)
      const ready = await Promise.all([...waiting.values()].map(({ sandbox }) => sandbox.wait()))
      return ready.filter((isReady) => isReady).length
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true
      for (const key of due.keys()) cancel(key)
      await Promise.all([...waiting.keys()].map((key) => remove(key)?.end()))
    },
  }

  function note(key: Key, wasUsed: boolean): void {
    if (wasUsed) inVain.delete(key)
    else inVain.set(key, { count: (inVain.get(key)?.count ?? 0) + 1, lastMs: Date.now() })
  }

  function isInVain(key: Key): boolean {
    const tried = inVain.get(key)
    return tried !== undefined && tried.count >= maxInVain && Date.now() - tried.lastMs < retryMs
  }

  function cancel(key: Key): void {
    clearTimeout(due.get(key)?.timer)
    due.delete(key)
  }

  function start(key: Key): void {
    const prepare = due.get(key)?.prepare
    cancel(key)
    const sandbox = attempt(prepare)
    if (sandbox === undefined) return
    const [oldest] = waiting.keys()
    if (waiting.size >= max && oldest !== undefined) void remove(oldest)?.end()
    waiting.set(key, { sandbox, expiry: setTimeout(() => void remove(key)?.end(), keptMs).unref() })
    void sandbox.ready.then((isReady) => {
      if (isReady || waiting.get(key)?.sandbox !== sandbox) return
      note(key, false)
      void remove(key)?.end()
    })
  }

  function remove(key: Key): PreparedSandbox | undefined {
    const found = waiting.get(key)
    clearTimeout(found?.expiry)
    waiting.delete(key)
    return found?.sandbox
  }
}

/** The command that needs a sandbox reports why none can be started. */
function attempt(prepare: Prepare | undefined): PreparedSandbox | undefined {
  try {
    return prepare?.()
  } catch {
    return undefined
  }
}
