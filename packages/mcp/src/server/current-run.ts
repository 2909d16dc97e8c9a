import type { Run } from '@drawbridge/core'
import type { RunEndReason } from '@drawbridge/core/event'

/** What the server needs of a run. */
export type ServedRun = Pick<Run, 'snapshot' | 'call' | 'signal' | 'end'>

/** The run that new calls go to. */
export interface CurrentRun {
  get(): ServedRun
  /**
   * Opens the run anew where the tools have changed since it was; says whether that was so. A run that was ended stays the one
   * there is: a change of tools takes back nobody's word. Where opening fails, the old run goes on with the old tools.
   */
  refresh(): Promise<boolean>
  /** Records that the run is over. One that was aborted ended with that, whatever the reason given here. */
  end(reason: RunEndReason): void
}

export interface CurrentRunOptions {
  openRun(): ServedRun | Promise<ServedRun>
  /** Grows with every change of the tools. */
  toolsVersion(): number | Promise<number>
  /** Hears why a run could not be opened anew. */
  onError(error: Error): void
}

/** Opens the first run; rejects where that fails, so that nobody is served by half a server. */
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
