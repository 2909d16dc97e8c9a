import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A home and a workspace for one test, with configuration files in them. */
export interface ConfigFolders extends Disposable {
  readonly home: string
  readonly workspace: string
  readonly operatorFile: string
  readonly projectFile: string
  operator(text: string): void
  project(text: string): void
}

export function createFolders(): ConfigFolders {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-config-')))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  mkdirSync(home, { mode: 0o700 })
  mkdirSync(workspace)
  const [operatorFile, projectFile] = [join(home, 'drawbridge.jsonc'), join(workspace, 'drawbridge.jsonc')]
  return {
    home,
    workspace,
    operatorFile,
    projectFile,
    operator: (text) => writeFileSync(operatorFile, text),
    project: (text) => writeFileSync(projectFile, text),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}
