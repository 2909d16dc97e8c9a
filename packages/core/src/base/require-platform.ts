import { DrawbridgeError } from '../error/drawbridge-error.ts'

/** Throws `unsupported_runtime` if Drawbridge cannot keep its promises on this platform, with the way out. */
export function requirePlatform(platform: string): void {
  if (platform !== 'win32') return
  throw new DrawbridgeError(
    'unsupported_runtime',
    'Drawbridge does not run on Windows: its checks of paths, permissions and processes are those of Linux and macOS. ' +
      'Run it in the Windows Subsystem for Linux: `wsl --install`, then install Node and Drawbridge inside it.',
  )
}

// At import: later, a check that holds on Linux would let something else through.
requirePlatform(process.platform)
