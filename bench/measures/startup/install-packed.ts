import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '../../../scripts/release/install-packages.ts'
import { packPackages } from '../../../scripts/release/pack-packages.ts'

/** The command as strangers get it, in a folder that is removed when this is disposed. */
export interface PackedCommand extends Disposable {
  readonly launcher: string
}

/** Packs and installs it, or says why that cannot be done here. */
export async function installPacked(root: string): Promise<PackedCommand | string> {
  try {
    const { status, folder } = await installPackages(root, await packPackages(root))
    if (status !== 'installed') {
      rmSync(folder, { recursive: true, force: true })
      return `npm did not install the tarballs (${status})`
    }
    return {
      launcher: join(folder, 'node_modules/@drawbridge/cli/bin/drawbridge.js'),
      [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
