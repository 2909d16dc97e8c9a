import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Looks a program up on PATH. `node-20` means a `node` of that major version and `node-22.18` one of at least that minor
 * too, wherever on PATH it stands, because npm puts the repository's own Node first.
 * @returns its absolute path, or undefined.
 */
export function findProgram(name: string): string | undefined {
  const [, major, minor = '0'] = /^node-(\d+)(?:\.(\d+))?$/.exec(name) ?? []
  if (major === undefined) return onPath(name)[0]
  return onPath('node').find((path) => {
    const [foundMajor, foundMinor] = nodeVersion(path)
    return foundMajor === Number(major) && foundMinor >= Number(minor)
  })
}

function onPath(name: string): string[] {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .filter(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function nodeVersion(path: string): [major: number, minor: number] {
  try {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' })
    const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? []
    return [Number(major), Number(minor)]
  } catch {
    return [0, 0]
  }
}
