import { DrawbridgeError } from '../error/drawbridge-error.ts'

/** The oldest version of Node with everything that the packages use: `engines` of each `package.json` names it. */
export const oldestNode = '22.18'

/** Throws `unsupported_runtime` if this version of Node is too old. */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = oldestNode.split('.').map(Number)
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return
  const message = `Drawbridge needs Node ${oldestNode} or newer; this is ${version}. Install a newer version of Node.`
  throw new DrawbridgeError('unsupported_runtime', message)
}

// At import: later, each call would break after its tool may have had its effect.
requireNode(process.versions.node)
