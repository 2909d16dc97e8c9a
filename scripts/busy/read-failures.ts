import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'

/** A test that failed; `name` is undefined for a file that could not be run at all. File relative to the repository. */
export interface FailedTest {
  readonly file: string
  readonly name: string | undefined
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/**
 * Reads the failed tests from a report in JSON.
 * @throws if there is no report: the runner itself ended badly.
 */
export async function readFailures(path: string, root: string): Promise<readonly FailedTest[]> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error('The test runner ended without a report: see its output above.')
  return (JSON.parse(text) as Report).testResults.flatMap(
    ({ name, status, assertionResults }): readonly FailedTest[] => {
      const file = relative(root, name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (failed.length > 0) return failed.map(({ fullName }) => ({ file, name: fullName }))
      return status === 'failed' ? [{ file, name: undefined }] : []
    },
  )
}
