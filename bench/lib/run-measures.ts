import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printReport } from './print-report.ts'
import type { Measure } from './report.ts'

export interface MeasureFolder {
  /** Folder that holds one measure per entry: `<name>.ts` or `<name>/index.ts`. */
  readonly folder: string
  /** The folder for the JSON results. */
  readonly results: string
  /** Passed to every measure. */
  readonly options?: Readonly<Record<string, unknown>>
}

/**
 * Runs the named measures of a folder, all of them when no name is given, prints each report and writes its JSON.
 * Resolves to the process exit code: 0 when every goal was met, 1 when one was missed, 2 for an unknown name.
 */
export async function runMeasures(
  { folder, results, options = {} }: MeasureFolder,
  names: readonly string[],
): Promise<number> {
  const available = await listMeasures(folder)
  const unknown = names.find((name) => !available.has(name))
  if (unknown !== undefined) {
    console.error(`No measure is called "${unknown}". There are: ${[...available.keys()].join(', ')}.`)
    return 2
  }
  await mkdir(results, { recursive: true })
  let missed = false
  for (const name of names.length > 0 ? names : available.keys()) {
    const module = (await import(available.get(name) ?? '')) as { readonly measure: Measure }
    const report = await module.measure(options)
    console.log(`${printReport(report)}\n`)
    await writeFile(join(results, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
    missed ||= report.goals.some((goal) => !goal.met)
  }
  return missed ? 1 : 0
}

async function listMeasures(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = new Map<string, string>()
  for (const entry of entries.toSorted((left, right) => left.name.localeCompare(right.name))) {
    if (entry.isDirectory()) found.set(entry.name, join(folder, entry.name, 'index.ts'))
    else if (entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')) {
      found.set(entry.name.slice(0, -3), join(folder, entry.name))
    }
  }
  return found
}
