import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../lib/run.ts'

/** The ways in which strangers' compilers find modules. */
const resolutions = {
  nodenext: {},
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}

/**
 * Checks the examples of an installation against the declarations that the tarballs brought, with the repository's
 * compiler and options: what a stranger's editor would say, whichever way it finds modules.
 */
export async function findTypeProblems(root: string, folder: string): Promise<string[]> {
  if (!readdirSync(folder).some((name) => name.endsWith('.ts'))) return []
  const problems: string[] = []
  for (const [name, found] of Object.entries(resolutions)) {
    const project = join(folder, `tsconfig.${name}.json`)
    const options = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { ...found, typeRoots: [join(root, 'node_modules/@types')] },
      include: ['*.ts'],
      exclude: ['node_modules'],
    }
    writeFileSync(project, JSON.stringify(options))
    const { code, stdout, stderr } = await runTool(root, 'tsc', ['-p', project, '--pretty', 'false'], { cwd: folder })
    if (code !== 0)
      problems.push(`Installed from tarballs, the types of the examples do not fit (${name}):\n${stdout}${stderr}`)
  }
  return problems
}
