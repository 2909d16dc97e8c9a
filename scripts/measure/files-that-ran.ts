import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The functions that ran, by the file that holds them; paths relative to the root. */
export type FilesThatRan = ReadonlyMap<string, readonly string[]>

/** Counts, by V8's precise coverage, which files below `root/packages` hold a function that runs while `work` runs. Loading a file does not count. */
export async function filesThatRan(root: string, work: () => Promise<void>): Promise<FilesThatRan> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const files = result.flatMap(({ url, functions }): [string, readonly string[]][] => {
      if (!url.startsWith('file:')) return []
      const path = relative(root, fileURLToPath(url))
      const ran = functions.filter(({ functionName, ranges: [range] }) => {
        // A file itself is a function without a name that begins with its text: it runs when the file is loaded.
        const isFile = functionName === '' && range?.startOffset === 0
        return !isFile && (range?.count ?? 0) > 0
      })
      if (!path.startsWith('packages/') || ran.length === 0) return []
      return [[path, ran.map(({ functionName }) => functionName || '(anonymous)')]]
    })
    return new Map(files.sort(([left], [right]) => left.localeCompare(right)))
  } finally {
    session.disconnect()
  }
}
