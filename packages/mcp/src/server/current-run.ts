import type { Run } from '@drawbridge/core'
import type { RunEndReason } from '@drawbridge/core/event'

/** The parts of a run that the server needs. */
export type ServedRun = Pick<Run, 'snapshot' | 'call' | 'signal' | 'end'>

/** The run that new calls go to. */
export interface CurrentRun {
  get(): ServedRun
  /**
   * Opens the run again if the tools have changed since; resolves to true if they had. A run that was ended stays
   * ended: a change of tools does not undo that. If opening fails, the old run continues with the old tools.
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
  return {
    get: () => run,
    end: (reason) => run.end(run.signal.aborted ? 'aborted' : reason),
    refresh: async () => {
      const now = await toolsVersion()
      if (now === version || run.signal.aborted) return false
      version = now
      try {
        run = await openRun()
        return true
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)))
        return false
      }
    },
  }
}
