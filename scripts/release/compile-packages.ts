import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../lib/list-files.ts'
import { runTool } from '../lib/run.ts'
import { isUnpublished, type WorkspacePackage } from '../lib/workspace-packages.ts'

/**
 * Compiles the sources of all packages as one program, so that they are checked against each other's sources.
 * @returns the folder that holds `<package>/src/` with modules and declarations.
 * @throws with the compiler's report when a source has an error.
 */
export async function compilePackages(root: string, packages: readonly WorkspacePackage[]): Promise<string> {
  const output = join(root, '.release/build')
  mkdirSync(output, { recursive: true })
  const project = join(output, 'tsconfig.json')
  writeFileSync(project, JSON.stringify(buildOptions(root, packages)))
  const { code, stdout, stderr } = await runTool(root, 'tsc', ['-p', project, '--pretty', 'false'])
  if (code !== 0) throw new Error(`The packages do not compile:\n${stdout}${stderr}`)
  // The compiler writes JSON that a module imports in some of its runs, and leaves it out in others.
  for (const source of packages)
    for (const data of sourceFiles(join(source.path, 'src')).filter(
      (each) => each.endsWith('.json') && !isUnpublished(source, each),
    ))
      cpSync(join(source.path, 'src', data), join(output, source.folder, 'src', data))
  return output
}

function buildOptions(root: string, packages: readonly WorkspacePackage[]): object {
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noEmitOnError: true,
      declaration: true,
      rootDir: join(root, 'packages'),
      outDir: '.',
    },
    include: [],
    files: packages.flatMap(publishedSources),
  }
}

function publishedSources(source: WorkspacePackage): string[] {
  const sources = join(source.path, 'src')
  return sourceFiles(sources)
    .filter((path) => /\.tsx?$/.test(path) && !isUnpublished(source, path))
    .map((path) => join(sources, path))
}

function sourceFiles(folder: string): readonly string[] {
  return existsSync(folder) ? listFiles(folder) : []
}
