import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { isFixture, listFiles } from '../lib/list-files.ts'
import { runTool } from '../lib/run.ts'

type Violation = {
  readonly from: string
  readonly to: string
  readonly cycle?: readonly { readonly name: string }[]
  readonly rule: { readonly name: string }
}

type Cruise = {
  readonly modules: readonly { readonly source: string }[]
  readonly summary: {
    readonly violations: readonly Violation[]
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string; readonly comment: string }[] }
  }
}

/**
 * Checks the imports between packages (.dependency-cruiser.js). A source file that was not cruised is a fault as well:
 * a tool that silently reads nothing finds no violations.
 */
export async function checkDependencyDirection(root: string): Promise<CheckResult> {
  const folders = ['packages', 'bench', 'examples', 'scripts'].filter((folder) => existsSync(join(root, folder)))
  const { stdout, stderr } = await runTool(root, 'depcruise', [...folders, '--output-type', 'json'])
  if (!stdout.startsWith('{')) return resultOf([`dependency-cruiser did not answer: ${stdout}${stderr}`])
  const { modules, summary } = JSON.parse(stdout) as Cruise

  const comments = new Map(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]))
  const violations = summary.violations.map(
    (violation) => `${pathOf(violation)}: ${violation.rule.name}. ${comments.get(violation.rule.name) ?? ''}`,
  )
  const cruised = new Set(modules.map(({ source }) => source))
  const unseen = listFiles(root)
    .filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
    .filter((path) => /\.tsx?$/.test(path) && !isFixture(path) && !cruised.has(path))
    .map((path) => `${path} was not cruised, so its imports were not checked.`)
  return resultOf([...violations, ...unseen])
}

function pathOf({ from, to, cycle }: Violation): string {
  return [from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')
}
