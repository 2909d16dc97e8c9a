import { relative } from 'node:path'
import { Transform } from 'node:stream'
import { escapeUnprintable } from '@drawbridge/core/base'

export interface GuardedPlaces {
  /** Protected files and folders, whether they exist or not. Absolute. */
  readonly paths: readonly string[]
  /** The folder in which the program runs. */
  readonly cwd: string
}

const refused =
  /Permission denied|Read-only file system|Operation not permitted|Device or resource busy|EACCES|EROFS|EPERM|EBUSY/
const keptBytes = 8192

/**
 * Returns a line of advice to follow a program's error output: programs do not know why a protected path cannot be
 * written, nor what to do about it. Undefined if no line is about a protected path. Pure.
 */
export function refusalAdvice(errors: string, { paths, cwd }: GuardedPlaces): string | undefined {
  const lines = errors.split('\n').filter((line) => refused.test(line))
  const path = paths
    .toSorted((one, other) => other.length - one.length)
    .find((candidate) => lines.some((line) => names(line, candidate) || names(line, relative(cwd, candidate))))
  if (path === undefined) return undefined
  const shown = escapeUnprintable(path)
  if (path.endsWith('/.git')) {
    return `drawbridge: "${shown}" cannot be created in a sandbox: hooks and settings in it would run outside the sandbox. Ask the user to run "git init" outside, then continue.\n`
  }
  return `drawbridge: "${shown}" is protected from programs in a sandbox because it has effects outside. Change it with the file tools, which may ask first, or ask the user.\n`
}

/** Passes errors on as they come, and the advice behind them. */
export function addAdvice(places: GuardedPlaces): Transform {
  let kept = ''
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (kept.length < keptBytes) kept += chunk.toString('utf8')
      done(null, chunk)
    },
    flush: (done) => done(null, refusalAdvice(kept.slice(0, keptBytes), places)),
  })
}

/** Returns true if a line contains a path, or one below it, as separate words. */
function names(line: string, path: string): boolean {
  for (let at = line.indexOf(path); path !== '' && at !== -1; at = line.indexOf(path, at + 1)) {
    if (/^$|[\s'"`(:=]/.test(line.slice(0, at).slice(-1)) && /^([/\s'"`):,]|$)/.test(line.slice(at + path.length)))
      return true
  }
  return false
}
