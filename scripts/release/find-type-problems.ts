import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../lib/run.ts'

/**
 * Checks the examples of an installation against the declarations that the tarballs brought, with the repository's
 * compiler and options: what a stranger's editor would say.
 */
export async function findTypeProblems(root: string, folder: string): Promise<string[]> {
  if (!readdirSync(folder).some((name) => name.endsWith('.ts'))) return []
  const project = join(folder, 'tsconfig.json')
  const options = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(root, 'node_modules/@types')] },
    include: ['*.ts'],
    exclude: ['node_modules'],
  }
  writeFileSync(project, JSON.stringify(options))
  const { code, stdout, stderr } = await runTool(root, 'tsc', ['-p', project, '--pretty', 'false'], { cwd: folder })
  return code === 0 ? [] : [`Installed from tarballs, the types of the examples do not fit:\n${stdout}${stderr}`]
}
