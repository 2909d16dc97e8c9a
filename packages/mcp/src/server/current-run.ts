import type { Run } from '@drawbridge/core'

/** What the server needs of a run. */
export type ServedRun = Pick<Run, 'snapshot' | 'call'>

/** The run that new calls go to. */
export interface CurrentRun {
  get(): ServedRun
  /** Opens the run anew where the tools have changed since it was; says whether that was so. Rejects where that fails. */
  refresh(): Promise<boolean>
}

/** Opens the first run, so that what cannot be opened fails before a client is there. */
export async function openCurrentRun(
  openRun: () => ServedRun | Promise<ServedRun>,
  toolsVersion: () => number,
): Promise<CurrentRun> {
  let version = toolsVersion()
  let run = await openRun()
  return {
    get: () => run,
    refresh: async () => {
      const now = toolsVersion()
      if (now === version) return false
      version = now
      run = await openRun()
      return true
    },
  }
}
