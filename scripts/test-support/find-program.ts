import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Looks a program up on PATH. `node-20` and the like mean a `node` of that major version, wherever on PATH it stands,
 * because npm puts the repository's own Node first.
 * @returns its absolute path, or undefined.
 */
export function findProgram(name: string): string | undefined {
  const major = /^node-(\d+)$/.exec(name)?.[1]
  if (major === undefined) return onPath(name)[0]
  return onPath('node').find((path) => nodeVersion(path).startsWith(`v${major}.`))
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

function nodeVersion(path: string): string {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
