import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectFiles } from './project-files.ts'

/** A scratch copy of the demo's project with a data folder next to it, removed when disposed. */
export interface PlantedProject extends Disposable {
  readonly workspace: string
  readonly home: string
}

export function plantProject(): PlantedProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-demo-')))
  const workspace = join(folder, 'corner-shop')
  for (const [path, text] of Object.entries(projectFiles)) {
    const file = join(workspace, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return {
    workspace,
    home: join(folder, 'home'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
