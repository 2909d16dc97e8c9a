import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'

/** The requirement sets of the official suite, by the revision of the protocol that they belong to. */
export const conformanceRevisions = ['2025-11-25', '2026-07-28'] as const
export type ConformanceRevision = (typeof conformanceRevisions)[number]

/** One check of a scenario. */
export interface ConformanceCheck {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

/** The results of one run of the suite. */
export interface ConformanceReport {
  /** The checks of the scenarios that count, by scenario. */
  readonly scored: Readonly<Record<string, readonly ConformanceCheck[]>>
  /** The checks of the others. */
  readonly unscored: Readonly<Record<string, readonly ConformanceCheck[]>>
  /** The output of the suite. */
  readonly output: string
}

interface Requirements {
  readonly server: readonly string[]
  readonly client: readonly string[]
  readonly not_scored: readonly { readonly scenario: string; readonly leg: string }[]
}

export interface ConformanceRun {
  /** The folder of the test tools. */
  readonly tools: string
  readonly side: 'server' | 'client'
  readonly revision: ConformanceRevision
  /** `--url` with the address of a server, or `--command` with the line that starts a client. */
  readonly target: readonly [option: string, value: string]
  readonly env?: Readonly<Record<string, string>>
  /** The longest time of one scenario of a client, in milliseconds. Default: that of the suite. */
  readonly limitMs?: number
}

/** Runs one requirement set of the official suite. Rejects if a scenario of the set left no results. */
export async function runConformance({
  tools,
  side,
  revision,
  target,
  env,
  limitMs,
}: ConformanceRun): Promise<ConformanceReport> {
  const suite = join(tools, 'node_modules/@modelcontextprotocol/conformance')
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  try {
    const limit = limitMs === undefined ? [] : ['--timeout', String(limitMs)]
    const line = [join(suite, 'dist/index.js'), side, ...target, ...limit, '--requirements', revision, '-o', folder]
    const output = await outputOf(line, env)
    const requirements = parse(readFileSync(join(suite, `requirements/${revision}.yaml`), 'utf8')) as Requirements
    const results = readResults(folder, side)
    const of = (names: readonly string[]) =>
      Object.fromEntries(
        names.map((name) => {
          const checks = results.get(name)
          if (checks === undefined) throw new Error(`The scenario ${name} left no results.\n${output.slice(-4_000)}`)
          return [name, checks] as const
        }),
      )
    return {
      scored: of(requirements[side]),
      unscored: of(requirements.not_scored.filter(({ leg }) => leg === side).map(({ scenario }) => scenario)),
      output,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function outputOf(line: readonly string[], env: ConformanceRun['env'] = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, line, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.on('error', reject)
    // Its exit code tells of unscored scenarios too, so the results decide.
    child.on('close', () => resolve(output))
  })
}

/** Results are in a folder for each scenario, named after it and the time; scenarios of a group are in its folder. */
function readResults(root: string, side: string): ReadonlyMap<string, readonly ConformanceCheck[]> {
  const results = new Map<string, readonly ConformanceCheck[]>()
  const visit = (folder: string, above: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue
      const path = join(folder, entry.name)
      const file = join(path, 'checks.json')
      const named = above === '' ? entry.name : `${above}/${entry.name}`
      if (!existsSync(file)) {
        visit(path, named)
        continue
      }
      const name = named.replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '').replace(new RegExp(`^${side}-`), '')
      results.set(name, JSON.parse(readFileSync(file, 'utf8')) as ConformanceCheck[])
    }
  }
  visit(root, '')
  return results
}

/** Returns the ids of the checks of each scenario, as a committed list keeps them. */
export function checkIds(
  scenarios: Readonly<Record<string, readonly ConformanceCheck[]>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(scenarios).map(([name, checks]) => [name, [...new Set(checks.map(({ id }) => id))].sort()]),
  )
}

/** Returns the checks that did not pass, each as one line. */
export function failedChecks(scenarios: Readonly<Record<string, readonly ConformanceCheck[]>>): readonly string[] {
  return Object.entries(scenarios).flatMap(([name, checks]) =>
    checks
      .filter(({ status }) => status === 'FAILURE' || status === 'WARNING' || status === 'SKIPPED')
      .map(({ id, status, errorMessage = '' }) => `${name}: ${id} ${status} ${errorMessage}`.trim()),
  )
}
