import { fileURLToPath } from 'node:url'

/** The program and first argument that start this very command from anywhere: absolute paths. */
export function ownCommandLine(): readonly [program: string, launcher: string] {
  return [process.execPath, fileURLToPath(new URL('../../bin/drawbridge.js', import.meta.url))]
}
