import type { Run } from '@drawbridge/core'
import type { RunEndReason } from '@drawbridge/core/event'

/** The parts of a run that the server needs. */
export type ServedRun = Pick<Run, 'snapshot' | 'principal' | 'call' | 'signal' | 'end'>

const unchanged = Promise.resolve(false)

/** The run that new calls go to. */
export interface CurrentRun {
  get(): ServedRun
  /**
   * Opens a new run if the tools have changed or the run was aborted, and resolves to true if the client is shown other tools by now.
   * A change of what others may use is none. An abort ends the calls of its run and not the connection. If no run can be opened, the
   * old one stays.
   */
  refresh(): Promise<boolean>
  /** Records that the run is over. One that was aborted ended with that, whatever the reason given here. */
  end(reason: RunEndReason): void
}

export interface CurrentRunOptions {
  openRun(): ServedRun | Promise<ServedRun>
  /** Grows with every change of the tools. */
  toolsVersion(): number | Promise<number>
  /** Called with the error if a run could not be opened again. */
  onError(error: Error): void
}

/** Opens the first run; rejects if that fails, so that no client is served by a half-open server. */
export async function openCurrentRun({ openRun, toolsVersion, onError }: CurrentRunOptions): Promise<CurrentRun> {
  let version = await toolsVersion()
  let run = await openRun()
  let refreshing: Promise<unknown> = Promise.resolve()
  let isSettled = true
  const refreshOnce = async (asked: number | Promise<number>) => {
    const now = await asked
    const hasChanged = now !== version
    if (!hasChanged && !run.signal.aborted) return false
    version = now
    try {
      const next = await openRun()
      if (run.signal.aborted) run.end('aborted')
      const isShownOther = hasChanged && !isShownAlike(run.snapshot, next.snapshot)
      run = next
      return isShownOther
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
      return false
    }
  }
  return {
    get: () => run,
    end: (reason) => run.end(run.signal.aborted ? 'aborted' : reason),
    refresh: () => {
      // Nearly always, and twice in each call: nothing has changed.
      const asked = isSettled ? toolsVersion() : undefined
      if (asked === version && !run.signal.aborted) return unchanged
      const refreshed = refreshing.then(() => refreshOnce(asked ?? toolsVersion()))
      isSettled = false
      const settling = refreshed
        .catch(() => undefined)
        .then(() => {
          isSettled = refreshing === settling
        })
      refreshing = settling
      return refreshed
    },
  }
}

/** True if a client sees the same tools under the same names. */
function isShownAlike(before: ServedRun['snapshot'], after: ServedRun['snapshot']): boolean {
  const nameIn = ({ names }: ServedRun['snapshot'], name: string) => names.exposedName(name)
  return (
    before.tools.length === after.tools.length &&
    before.tools.every(
      (tool, index) => tool === after.tools[index] && nameIn(before, tool.name) === nameIn(after, tool.name),
    )
  )
}
