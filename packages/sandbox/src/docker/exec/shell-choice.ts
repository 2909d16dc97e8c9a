import type { RunningContainer } from '../container/running-container.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { runHelper } from './run-helper.ts'

/** Options by which bash reads no file of its own; other shells do not know them, and read none. */
const bashOnly: ReadonlySet<string> = new Set(['--noprofile', '--norc'])

/** Chooses the shell for lines: bash if this machine has one, unless the image has only `sh`. Each image is asked once. */
export function createShellChoice(client: EngineClient) {
  const known = new Map<string, Promise<boolean>>()
  const hasBash = (container: RunningContainer): Promise<boolean> => {
    const found = known.get(container.imageId)
    if (found !== undefined) return found
    const asked = runHelper(client, container, 'command -v bash || :').then((printed) => printed.trim() !== '')
    known.set(container.imageId, asked)
    asked.catch(() => known.delete(container.imageId))
    return asked
  }
  return async (container: RunningContainer, argv: readonly string[]): Promise<readonly string[]> => {
    const [name, ...rest] = argv
    if (name !== 'bash' || (await hasBash(container))) return argv
    return ['sh', ...rest.filter((word) => !bashOnly.has(word))]
  }
}
