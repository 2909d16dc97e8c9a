import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { approveEverything, type Outcome } from '@drawbridge/core'
import type { SandboxSection } from '@drawbridge/sandbox/configuration'
import { createDrawbridge } from '../../create-drawbridge.ts'
import type { Drawbridge } from '../../drawbridge.ts'
import type { DrawbridgeOptions } from '../../drawbridge-options.ts'

/** A workspace with a home for Drawbridge beside it, on the real disk. */
export interface SandboxedFolder extends Disposable {
  readonly root: string
  readonly workspace: string
  readonly home: string
  /** Writes a file with its folders; relative to the root. */
  file(path: string, content?: string): string
  text(path: string): string | undefined
  /** Every file below Drawbridge's folder for sandboxes. */
  kept(): readonly string[]
  open(sandbox: SandboxSection, options?: DrawbridgeOptions): Promise<Drawbridge>
}

/** Not below `/tmp`, since that is what sandboxes have of their own. */
export function createSandboxedFolder(): SandboxedFolder {
  const root = realpathSync(mkdtempSync('/var/tmp/drawbridge-sandboxed-'))
  const at = (path: string) => join(root, path)
  mkdirSync(at('workspace'))
  const cache = at('home/cache/sandbox')
  return {
    root,
    workspace: at('workspace'),
    home: at('home'),
    file: (path, content = '') => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), content)
      return at(path)
    },
    // A folder that holds the place of a denied name is not a file.
    text: (path) => (statSync(at(path), { throwIfNoEntry: false })?.isFile() ? readFileSync(at(path), 'utf8') : undefined),
    kept: () => (existsSync(cache) ? (readdirSync(cache, { recursive: true }) as string[]) : []),
    open: (sandbox, options = {}) =>
      createDrawbridge({
        workspace: at('workspace'),
        home: at('home'),
        useConfig: options.config !== undefined || options.configFile !== undefined,
        ...options,
        authority: { approvers: [approveEverything], limiting: 'off', ...options.authority },
        sandbox: { section: { mode: 'all', ...sandbox }, ...options.sandbox },
      }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** All text of an outcome. */
export function textOf({ result }: Outcome): string {
  return result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}
